"""Keys and tokens that show what they are by their own spelling: one line for each kind.

Data for `text.secret_scan` only. A rule fires where one of its literals stands and its pattern matches there;
patterns are compiled at the first hit, because compiling them all would cost a hook more than it may take.
Formats are those the vendors document; lengths are lower bounds, since vendors lengthen their tokens. A repetition
without an upper bound stands only at the end of a pattern, so that no text is read over and over in vain.
"""

from typing import NamedTuple

from wikimem.text.lazy_pattern import LazyPattern


class TokenRule(NamedTuple):
    """One kind of token: what its placeholder is called, where to look, and what must stand there."""

    name: str
    literals: tuple[str, ...]
    pattern: LazyPattern
    """Regular expression; its group `mask`, else the whole match, is the secret."""
    leads: tuple[int, ...] = (0,)
    """How many characters of the match may stand before the literal."""


def _rule(name: str, literals: str, pattern: str, leads: tuple[int, ...] = (0,)) -> TokenRule:
    return TokenRule(name, tuple(literals.split()), LazyPattern(pattern), leads)


_DISCORD_HEADS = " ".join(
    # The first part of a bot token is the base64 of a decimal number, so its first characters are few.
    first + third
    for first in ("MT", "Mj", "Mz", "ND", "NT", "Nj", "Nz", "OD", "OT")
    for third in "AEIMQUYcgk"
)

TOKEN_RULES: tuple[TokenRule, ...] = (
    # Code hosts and package registries
    _rule("github-token", "ghp_ gho_ ghu_ ghs_ ghr_", r"gh[pousr]_[A-Za-z0-9_]{36,}"),
    _rule("github-token", "github_pat_", r"github_pat_[A-Za-z0-9_]{50,}"),
    _rule(
        "gitlab-token",
        "glpat- glptt- glrt- glrtr- gloas- gldt- glcbt- glft- glsoat- glagent- glimt- glffct- glwt-",
        r"gl[a-z]{2,6}-[A-Za-z0-9_.=-]{20,}",
    ),
    _rule("gitlab-token", "GR1348941", r"GR1348941[\w-]{20,}"),
    _rule("bitbucket-token", "ATBB", r"ATBB[A-Za-z0-9]{28,}"),
    _rule("atlassian-token", "ATATT3 ATCTT3 ATOA", r"AT(?:ATT3|CTT3|OA)[\w=-]{50,}"),
    _rule("npm-token", "npm_", r"npm_[A-Za-z0-9]{36,}"),
    _rule("pypi-token", "pypi-AgE", r"pypi-AgE[\w-]{50,}"),
    _rule("rubygems-token", "rubygems_", r"rubygems_[0-9a-f]{48}"),
    _rule("docker-token", "dckr_pat_ dckr_oat_", r"dckr_[po]at_[\w-]{20,}"),
    _rule("artifactory-token", "AKCp", r"AKCp[A-Za-z0-9]{60,}"),
    _rule("hugging-face-token", "hf_ api_org_", r"(?:hf|api_org)_[A-Za-z0-9]{30,}"),
    # Clouds and hosting
    _rule(
        "aws-access-key",
        "AKIA ASIA ABIA ACCA",
        r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])",
    ),
    _rule(
        "aws-secret-key",
        "AWS_SECRET_ACCESS_KEY aws_secret_access_key SecretAccessKey secretAccessKey",
        r"(?i:(?:aws_)?secret_?access_?key)[\"']?\s{0,3}[:=]\s{0,3}[\"']?(?P<mask>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])",
    ),
    _rule("aws-bedrock-key", "ABSK", r"ABSK[A-Za-z0-9+/]{100,}={0,2}"),
    _rule("google-api-key", "AIza", r"AIza[\w-]{35}"),
    _rule("google-oauth-secret", "GOCSPX-", r"GOCSPX-[\w-]{24,}"),
    _rule("google-oauth-token", "ya29.", r"ya29\.[\w-]{20,}"),
    _rule("google-oauth-token", "1//0", r"1//0[\w-]{30,}"),
    _rule("azure-storage-key", "AccountKey=", r"AccountKey=(?P<mask>[A-Za-z0-9+/]{40,}={0,2})"),
    _rule("azure-shared-key", "SharedAccessKey=", r"SharedAccessKey=(?P<mask>[A-Za-z0-9+/]{30,}={0,2})"),
    _rule("azure-sas", "sig=", r"sig=(?P<mask>(?=[\w+/-]{0,60}%)[A-Za-z0-9%+/_-]{30,}={0,2})"),
    _rule("azure-client-secret", "Q~", r"[A-Za-z0-9_~.-]{3}\dQ~[A-Za-z0-9_~.-]{31,34}", leads=(4,)),
    _rule("digitalocean-token", "dop_v1_ doo_v1_ dor_v1_", r"do[opr]_v1_[0-9a-f]{64}"),
    _rule("heroku-key", "HRKU-", r"HRKU-[\w-]{36,}"),
    _rule("vercel-token", "vcp_ vci_ vca_ vcr_ vck_", r"vc[piark]_[A-Za-z0-9]{24,}"),
    _rule("vercel-token", "vercel_blob_rw_", r"vercel_blob_rw_[A-Za-z0-9_]{30,}"),
    _rule("netlify-token", "nfp_", r"nfp_[A-Za-z0-9]{36,}"),
    _rule("fly-token", "FlyV1 fm1r_ fm2_ fo1_", r"(?:FlyV1 )?f(?:m1r|m2|o1)_[A-Za-z0-9+/=_-]{40,}"),
    _rule("render-token", "rnd_", r"rnd_[A-Za-z0-9]{28,}"),
    _rule("supabase-key", "sbp_ sb_secret_", r"sb(?:p_[0-9a-f]{40}|_secret_[\w-]{20,})"),
    _rule("planetscale-token", "pscale_", r"pscale_(?:tkn|pw|oauth)_[\w.=-]{30,}"),
    _rule("databricks-token", "dapi", r"dapi[0-9a-f]{32}(?:-\d)?"),
    _rule("terraform-token", ".atlasv1.", r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{50,}", leads=(14,)),
    _rule("vault-token", "hvs. hvb. hvr.", r"hv[sbr]\.[\w-]{24,}"),
    _rule(
        "doppler-token", "dp.pt. dp.st. dp.ct. dp.sa. dp.scim.", r"dp\.[a-z]{2,4}\.(?:[\w-]{1,64}+\.)?[A-Za-z0-9]{40,}"
    ),
    _rule("pulumi-token", "pul-", r"pul-[0-9a-f]{40}"),
    _rule("tailscale-key", "tskey-", r"tskey-[a-z]+-[A-Za-z0-9-]{20,}"),
    _rule("1password-token", "ops_eyJ", r"ops_eyJ[\w+/=-]{50,}"),
    # Models
    _rule("anthropic-key", "sk-ant-", r"sk-ant-[\w-]{24,}"),
    _rule("openai-key", "sk-proj- sk-svcacct- sk-admin- sk-None-", r"sk-(?:proj|svcacct|admin|None)-[\w-]{20,}"),
    _rule("api-key", "sk-or-v1- sk-lf-", r"sk-(?:or-v1|lf)-[\w-]{32,}"),
    _rule("openai-key", "sk-", r"sk-(?=[A-Za-z]{0,60}\d)[A-Za-z0-9]{32,256}+(?![\w-])"),
    _rule("groq-key", "gsk_", r"gsk_[A-Za-z0-9]{40,}"),
    _rule("xai-key", "xai-", r"xai-[A-Za-z0-9]{60,}"),
    _rule("perplexity-key", "pplx-", r"pplx-[A-Za-z0-9]{40,}"),
    _rule("replicate-token", "r8_", r"r8_[A-Za-z0-9]{36,}"),
    _rule("nvidia-key", "nvapi-", r"nvapi-[\w-]{50,}"),
    _rule("langsmith-key", "lsv2_", r"lsv2_(?:pt|sk)_[0-9a-f]{32}_[0-9a-f]{10}"),
    _rule("pinecone-key", "pcsk_", r"pcsk_[A-Za-z0-9_]{40,}"),
    _rule("tavily-key", "tvly-", r"tvly-[A-Za-z0-9-]{28,}"),
    _rule("elevenlabs-key", "sk_", r"sk_[0-9a-f]{48}"),
    # Chat, mail and telephones
    _rule("slack-token", "xoxa- xoxb- xoxe- xoxo- xoxp- xoxr- xoxs- xoxc- xoxd-", r"xox[a-z]-[A-Za-z0-9%-]{10,}"),
    _rule("slack-token", "xoxe. xapp- xwfp-", r"(?:xoxe\.xox[bp]-\d-|xapp-\d-|xwfp-)[A-Za-z0-9-]{10,}"),
    _rule(
        "slack-webhook",
        "hooks.slack.com/",
        r"hooks\.slack\.com/(?:services|workflows|triggers)/(?P<mask>[A-Za-z0-9/]{20,})",
    ),
    _rule(
        "discord-webhook",
        "discord.com/api/webhooks/ discordapp.com/api/webhooks/",
        r"discord(?:app)?\.com/api/webhooks/\d+/(?P<mask>[\w-]{50,})",
    ),
    _rule("discord-token", _DISCORD_HEADS, r"[MNO][\w-]{22,28}\.[\w-]{6}\.[\w-]{27,}"),
    _rule("telegram-token", ":AA", r"(?<!\d)\d{8,10}:AA[\w-]{32,}", leads=(10, 9, 8)),
    _rule("sendgrid-key", "SG.", r"SG\.[\w-]{16,64}+\.[\w-]{16,}"),
    _rule("twilio-key", " ".join(f"SK{digit:x}" for digit in range(16)), r"SK[0-9a-f]{32}(?![A-Za-z0-9])"),
    _rule("mailgun-key", "key-", r"key-[0-9a-f]{32}(?![A-Za-z0-9])"),
    _rule("mailchimp-key", "-us", r"(?<![0-9a-f])[0-9a-f]{32}-us\d{1,2}(?!\w)", leads=(32,)),
    _rule("brevo-key", "xkeysib-", r"xkeysib-[0-9a-f]{64}-[A-Za-z0-9]{16}"),
    _rule("resend-key", "re_", r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}"),
    # Money
    _rule("stripe-key", "sk_live_ sk_test_ rk_live_ rk_test_", r"[rs]k_(?:live|test)_[A-Za-z0-9]{16,}"),
    _rule("webhook-secret", "whsec_", r"whsec_[A-Za-z0-9+/=]{24,}"),
    _rule("square-token", "sq0atp- sq0csp-", r"sq0[ac][ts]p-[\w-]{22,}"),
    _rule("shopify-token", "shpat_ shpca_ shppa_ shpss_", r"shp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}"),
    # Work and watching
    _rule("linear-key", "lin_api_ lin_oauth_", r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    _rule("notion-token", "ntn_", r"ntn_[A-Za-z0-9]{40,}"),
    _rule("notion-token", "secret_", r"secret_[A-Za-z0-9]{43}(?![A-Za-z0-9])"),
    _rule("figma-token", "figd_", r"figd_[\w-]{36,}"),
    _rule("postman-key", "PMAK-", r"PMAK-[0-9a-f]{24}-[0-9a-f]{34}"),
    _rule("hubspot-token", "pat-na1- pat-eu1-", r"pat-(?:na|eu)1-[0-9a-f-]{36}"),
    _rule("contentful-token", "CFPAT-", r"CFPAT-[\w-]{40,}"),
    _rule("sentry-token", "sntrys_ sntryu_", r"sntry[su]_[\w+/=-]{40,}"),
    _rule("grafana-token", "glsa_ glc_", r"gl(?:sa|c)_[\w+/=]{32,}"),
    _rule("new-relic-key", "NRAK-", r"NRAK-[A-Z0-9]{27}"),
    _rule("dynatrace-token", "dt0c01.", r"dt0c01\.[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    _rule("buildkite-token", "bkua_", r"bkua_[0-9a-f]{40}"),
    _rule("sonar-token", "squ_ sqp_ sqa_", r"sq[upa]_[0-9a-f]{40}"),
    # Key files
    _rule("age-key", "AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[0-9A-Z]{50,}"),
    _rule("jwt", "eyJ", r"eyJ[\w-]{8,4096}+\.eyJ[\w-]{8,16384}+\.[\w-]*"),
)
"""Where two rules could match the same text, the more telling one comes first."""
