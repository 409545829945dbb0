"""Redaction: what must be masked, what must be left alone, and what a session remembers.

All secrets are made up when the tests run, so that none stands in this file.
"""

import random
import string
import time

import pytest

from wikimem.text.redact import Redactor

ALNUM = string.ascii_letters + string.digits
HEX = "0123456789abcdef"
BASE64 = ALNUM + "+/"
URLSAFE = ALNUM + "-_"
MIXED = ALNUM + "!%*+^~#@"


def made_up(length: int, alphabet: str = ALNUM, seed: str = "") -> str:
    """Return a random word that has a digit, and ends in letters and digits so that no reading can trim it."""
    chosen = random.Random(f"{length}{alphabet}{seed}")
    word = "".join(chosen.choices(alphabet, k=length - 2))
    letters = [c for c in alphabet if c.isalpha()] or ["7"]
    return chosen.choice(letters) + word[: length - 3] + "7" + chosen.choice(letters)


UUID = "-".join(made_up(n, HEX) for n in (8, 4, 4, 4, 12))
JWT = ".".join(("ey" + "J" + made_up(30, URLSAFE), "ey" + "J" + made_up(60, URLSAFE), made_up(43, URLSAFE)))
PASSWORD = made_up(18, MIXED)
COMMIT = made_up(40, HEX)
KEY_BODY = [made_up(64, BASE64, str(n)) for n in range(5)]
DISCORD = "MTI" + "z" + made_up(20) + "." + made_up(6) + "." + made_up(38, URLSAFE)


def pem(kind: str, newline: str = "\n") -> str:
    edge = "-" * 5
    return newline.join([f"{edge}BEGIN {kind}{edge}", *KEY_BODY, f"{edge}END {kind}{edge}"])


VENDORS = [
    ("aws-access-key", "AK" + "IA" + made_up(16, string.ascii_uppercase + "234567")),
    ("aws-access-key", "AS" + "IA" + made_up(16, string.ascii_uppercase + "234567")),
    ("github-token", "gh" + "p_" + made_up(36)),
    ("github-token", "gh" + "o_" + made_up(36)),
    ("github-token", "gh" + "s_" + made_up(36)),
    ("github-token", "github_" + "pat_" + made_up(22) + "_" + made_up(59)),
    ("gitlab-token", "gl" + "pat-" + made_up(20, URLSAFE)),
    ("gitlab-token", "gl" + "rt-" + made_up(20, URLSAFE)),
    ("slack-token", "xo" + "xb-" + made_up(12, string.digits) + "-" + made_up(12, string.digits) + "-" + made_up(24)),
    ("slack-token", "xo" + "xp-" + made_up(12, string.digits) + "-" + made_up(32, HEX)),
    ("slack-token", "xa" + "pp-1-A" + made_up(10, string.ascii_uppercase) + "-" + made_up(64, HEX)),
    ("stripe-key", "sk_" + "live_" + made_up(24)),
    ("stripe-key", "rk_" + "test_" + made_up(24)),
    ("webhook-secret", "wh" + "sec_" + made_up(32)),
    ("openai-key", "s" + "k-" + made_up(48)),
    ("openai-key", "s" + "k-proj-" + made_up(120, URLSAFE)),
    ("anthropic-key", "s" + "k-ant-api03-" + made_up(93, URLSAFE) + "AA"),
    ("google-api-key", "AI" + "za" + made_up(35, URLSAFE)),
    ("google-oauth-secret", "GOC" + "SPX-" + made_up(28, URLSAFE)),
    ("google-oauth-token", "ya" + "29." + made_up(80, URLSAFE)),
    ("npm-token", "np" + "m_" + made_up(36)),
    ("pypi-token", "py" + "pi-AgE" + made_up(120, URLSAFE)),
    ("hugging-face-token", "h" + "f_" + made_up(34, string.ascii_letters)),
    ("sendgrid-key", "S" + "G." + made_up(22, URLSAFE) + "." + made_up(43, URLSAFE)),
    ("twilio-key", "S" + "K" + made_up(32, HEX)),
    ("azure-client-secret", made_up(3) + "8" + "Q~" + made_up(34)),
    ("digitalocean-token", "do" + "p_v1_" + made_up(64, HEX)),
    ("linear-key", "lin_" + "api_" + made_up(40)),
    ("notion-token", "nt" + "n_" + made_up(46)),
    ("notion-token", "sec" + "ret_" + made_up(43)),
    ("vercel-token", "vc" + "p_" + made_up(24)),
    ("telegram-token", "5" * 9 + ":A" + "A" + made_up(33, URLSAFE)),
    ("discord-token", DISCORD),
    ("databricks-token", "da" + "pi" + made_up(32, HEX)),
    ("heroku-key", "HR" + "KU-" + UUID),
    ("age-key", "AGE-" + "SECRET-KEY-1" + made_up(58, string.ascii_uppercase + string.digits)),
    ("docker-token", "dckr_" + "pat_" + made_up(27, URLSAFE)),
    ("supabase-key", "sb" + "p_" + made_up(40, HEX)),
    ("shopify-token", "shp" + "at_" + made_up(32, HEX)),
    ("grafana-token", "gl" + "sa_" + made_up(32) + "_" + made_up(8, HEX)),
    ("vault-token", "hv" + "s." + made_up(90)),
    ("groq-key", "gs" + "k_" + made_up(52)),
    ("mailchimp-key", made_up(32, HEX) + "-us" + "12"),
    ("sentry-token", "sntr" + "yu_" + made_up(64, HEX)),
    ("jwt", JWT),
]
AROUND = [
    "{}",
    "use {} please",
    "X={}\n",
    '{{"a": "{}"}}',
    "curl -H 'K: {}' x",
    r"first\n{}\nlast",
    "\x1b[32m{}\x1b[0m",
    "密钥{}。",
]


@pytest.mark.parametrize(("rule", "secret"), VENDORS, ids=[f"{n}-{rule}" for n, (rule, _) in enumerate(VENDORS)])
def test_a_vendors_token_is_masked_wherever_it_stands(rule: str, secret: str) -> None:
    for around in AROUND:
        assert Redactor().text(around.format(secret)) == around.format(f"[redacted:{rule}]")


IN_CONTEXT = [
    ("export ACME_DB_PASSWORD={}", PASSWORD, "password"),
    ('export ACME_DB_PASSWORD="{}"\nmake', PASSWORD, "password"),
    ("ACME_DB_PASSWORD='{}' make run", PASSWORD, "password"),
    ("    12→DB_PASS={}\n", PASSWORD, "password"),
    (r"cat .env\nDB_PASSWORD={}\nDB_USER=svc", made_up(18), "password"),
    ("DEPLOY_TOKEN={}", COMMIT, "token"),
    ("DEPLOY_TOKEN={} ./deploy", COMMIT, "token"),
    ('{{"apiKey": "{}"}}', made_up(32), "api-key"),
    (r"{{\"apiKey\": \"{}\", \"n\": 1}}", made_up(32), "api-key"),
    ("api_key: {}", made_up(32, HEX), "api-key"),
    ("x-api-key: {}", made_up(40), "api-key"),
    ("curl -H 'X-Api-Key: {}' https://a.test", made_up(40), "api-key"),
    ("my API key is {}", made_up(32), "api-key"),
    ("password: {}", "hunter" + "2" * 5, "password"),
    ("The password is {}.", PASSWORD, "password"),
    ("**Password:** {}", PASSWORD, "password"),
    ("`DB_PASSWORD`: `{}`", PASSWORD, "password"),
    ("tool --token {} --verbose", made_up(20), "token"),
    ("tool --password={}", PASSWORD, "password"),
    ("tool --client-secret '{}'", made_up(30), "secret"),
    ("aws_secret_access_key = {}", made_up(40, BASE64), "aws-secret-key"),
    ('"SecretAccessKey": "{}",', made_up(40, BASE64), "aws-secret-key"),
    ("AWS_SECRET_ACCESS_KEY={}", "Wordy/Looks/Like/Names/" + "And/Ends/Examples", "aws-secret-key"),
    ("aws_session_token={}", made_up(300, BASE64), "token"),
    ('const clientSecret = "{}";', made_up(30, URLSAFE), "secret"),
    ('password: str = "{}"', PASSWORD, "password"),
    ('os.environ["API_TOKEN"] = "{}"', made_up(30), "token"),
    ('t.Setenv("API_TOKEN", "{}")', made_up(30), "token"),
    ('$env:API_TOKEN = "{}"', made_up(30), "token"),
    ("- name: DB_PASSWORD\n  value: {}", made_up(20), "password"),
    ('{{"name": "DB_PASSWORD", "value": "{}"}}', made_up(20), "password"),
    ("<password>{}</password>", made_up(20), "password"),
    ("ENV API_TOKEN {}", made_up(30), "token"),
    ("machine a.test login svc password {}", made_up(20), "password"),
    ("//packages.test/:_authToken={}", UUID, "token"),
    ("HEROKU_API_KEY={}", UUID, "api-key"),
    ("TWILIO_AUTH_TOKEN={}", made_up(32, HEX), "token"),
    ("VERCEL_TOKEN={}", made_up(24), "token"),
    ("GITHUB_PAT={}", made_up(40, HEX), "token"),
    ("AccountName=acme;AccountKey={};EndpointSuffix=x", made_up(86, BASE64) + "==", "azure-storage-key"),
    ("Server=db;User Id=svc;Password={};", made_up(18), "password"),
    ("postgres://svc:{}@db.example.test/x", PASSWORD.replace("#", "x"), "url-password"),
    ("redis://:{}@cache.example.test:6379/0", made_up(24), "url-password"),
    ("git clone https://svc:{}@git.example.test/a.git", made_up(20), "url-password"),
    ("https://{}@o1.ingest.example.test/5", made_up(32, HEX), "url-password"),
    ("svc:{}@tcp(db.example.test:3306)/x", made_up(18), "url-password"),
    ("Authorization: Bearer {}", made_up(40), "authorization"),
    ('"Authorization": "Bearer {}"', made_up(40), "authorization"),
    ("-H 'Authorization: token {}'", made_up(40, HEX), "authorization"),
    ("Authorization: Basic {}", "c3ZjOmh1" + "bnRlcjIyMjIy", "authorization"),
    ("sent Bearer {} to it", made_up(40), "authorization"),
    ("Cookie: theme=dark; session={}; a=b", made_up(32), "cookie"),
    ("Set-Cookie: sid={}; Path=/; HttpOnly", made_up(32), "cookie"),
    ("https://hooks.slack" + ".com/services/{}", "T0ABCDEFG/B0ABCDEFG/" + made_up(24), "slack-webhook"),
    ("https://discord" + ".com/api/webhooks/123456789012345678/{}", made_up(68, URLSAFE), "discord-webhook"),
    ("https://acme.blob.test/c?sv=2024-01-01&sig={}", made_up(40) + "%3D", "azure-sas"),
    ("mysql -u svc -p'{}' acme", made_up(18), "password"),
    ("CREATE USER svc IDENTIFIED BY '{}';", made_up(18), "password"),
    ("CREATE USER svc WITH PASSWORD '{}';", made_up(18), "password"),
    ("log in with password {} please", made_up(18), "password"),
    ("aws configure set aws_secret_access_key {}", made_up(40, BASE64), "api-key"),
    ("I used the token {} there", made_up(30), "token"),
    ("user: svc / pass: {}", made_up(18), "password"),
    ("| Password | `{}` |", made_up(18), "password"),
    ("DB_PASSWORD={} npm start", "=" + made_up(18, MIXED), "password"),
    ("the password: {}, then go", "aB3$x,9;kZ&q1", "password"),
    ("sshpass -p {} ssh svc@h", made_up(18), "password"),
    ("curl -u svc:{} https://a.test", made_up(18), "password"),
    ("keep <private>{}</private> out", "the client is Acme", "private"),
    ("keep\n<private>{}</private>\nout", "two\nlines", "private"),
    ("keep <private>{}", "left open\nto the end", "private"),
    ("keep <private>{}</private> out", "a <private>nested</private> one", "private"),
]


@pytest.mark.parametrize(
    ("around", "secret", "rule"), IN_CONTEXT, ids=[f"{n}-{c[2]}" for n, c in enumerate(IN_CONTEXT)]
)
def test_surroundings_give_a_secret_away_and_stay_readable(around: str, secret: str, rule: str) -> None:
    redactor = Redactor()
    masked = redactor.text(around.format(secret))
    expected = around.format(f"[redacted:{rule}]")
    if rule == "private":
        expected = expected.replace("<private>", "").replace("</private>", "")
    assert masked == expected
    assert redactor.counts == {rule: 1}


@pytest.mark.parametrize("kind", ["RSA PRIVATE KEY", "PRIVATE KEY", "OPENSSH PRIVATE KEY", "PGP PRIVATE KEY BLOCK"])
@pytest.mark.parametrize("newline", ["\n", "\r\n", r"\n", r"\\n", '\\n" +\n  "', "\n    7→"])
def test_a_key_block_is_masked_whole(kind: str, newline: str) -> None:
    assert Redactor().text(f"before {pem(kind, newline)} after") == "before [redacted:private-key] after"


def test_a_key_block_that_is_cut_off_is_masked_as_far_as_it_goes() -> None:
    cut = "\n".join(pem("PRIVATE KEY").splitlines()[:4])
    assert Redactor().text(f"{cut}\n... truncated") == "[redacted:private-key]\n... truncated"


def test_lines_of_a_private_key_are_known_again_without_their_frame() -> None:
    redactor = Redactor()
    redactor.text(pem("PRIVATE KEY"))
    assert redactor.text(f"tail: {KEY_BODY[2]}") == "tail: [redacted:private-key]"


LEFT_ALONE = [
    f"git show {COMMIT}:src/a.py",
    f"REF={COMMIT}",
    f"commit {COMMIT}",
    f"sha256:{made_up(64, HEX)}",
    f"integrity sha512-{made_up(86, BASE64)}==",
    f"id: {UUID}",
    f"session_id={UUID}",
    f"cache_key: {COMMIT}",
    f"token_hash = '{COMMIT}'",
    "src/components/authentication/providers/token/refresh/handler_v2.py",
    "sk-learn",
    "sk-learn-contrib-2024-edition-for-everybody",
    "risk-based-scoring-model-v2",
    "task-based-disk-scheduler-with-12345678901234567890",
    'password = os.environ["X"]',
    "password = os.environ['DB_PASSWORD_2']",
    "token := getToken()",
    'if password == "" {',
    'if token != "abc123def456" {',
    "api_key: str",
    "api_key: Optional[str] = None",
    "password?: string;",
    "secret: ${{ secrets.DEPLOY_KEY_2 }}",
    "token: {{ .Values.token1 }}",
    '"max_tokens": 4096',
    '{"max_tokens": 4096, "token_count": 123456789}',
    "tokenizer=cl100k_base_v2",
    "token_count: 123",
    "tokens = line.split()",
    "token = tokens[i1]",
    "token = self.next_token2()",
    "const apiKey = process.env.API_KEY_V2",
    "apiKey: config.keys.openai2,",
    'api_key="<your-token>"',
    "api_key=xxxxxxxxxxxx",
    "password=changeme",
    "password: your-password-123",
    "export TOKEN=$TOKEN",
    'export TOKEN="$(cat token.txt)"',
    "export TOKEN=${TOKEN:-abc123}",
    "Authorization: Bearer $TOKEN",
    "Authorization: Bearer <token>",
    'f"Bearer {token}"',
    "Basic authentication is used",
    "Bearer authentication-scheme",
    "postgres://user:password@localhost/db",
    "postgres://svc:${DB_PASSWORD}@db/x",
    "http://localhost:8080/a@b",
    "https://user@example.test/x",
    "git@github.com:acme/app.git",
    "key: Enter",
    "keyboard: qwerty123",
    "primary_key=abc123def456ghi789jkl",
    "PWD=/home/svc/app2",
    "PASS: TestParse/case_12 (0.01s)",
    "cat ../../etc/passwd trace_id=4f9a8b7c6d5e",
    "| token | string |",
    "next_page_token: abc123def456",
    "token_url: https://a.test/oauth2/token",
    "secretName: acme-db-2024-creds",
    "password must be at least 8 characters",
    "the token: a JWT2 signed by us",
    "`<private>`".replace("<", "&lt;"),
    "<private_key_path>",
    "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----",
    "-----BEGIN CERTIFICATE-----\n" + made_up(64, BASE64),
    "token: 2024-05-06T07:08:09Z",
    "SECRET_KEY_FILE=/run/secrets/key_2",
    "Cookie: theme=dark; lang=en",
    "cookie = http.cookies.SimpleCookie()",
    "docker login -u svc --password-stdin",
    "mysql -h db1 -p3306x",
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    assert Redactor().text(text) == text
    assert Redactor().text(f"    7→{text}\n") == f"    7→{text}\n"


def test_a_value_is_known_again_without_context_but_only_from_then_on() -> None:
    redactor, secret = Redactor(), made_up(16)
    assert secret in redactor.text(f"it prints {secret}")
    assert secret not in redactor.text(f"ACME_TOKEN={secret}")
    assert redactor.text(f"it prints {secret}!") == "it prints [redacted:token]!"
    assert Redactor().text(f"it prints {secret}") == f"it prints {secret}"


def test_a_value_is_known_again_inside_json() -> None:
    redactor, secret = Redactor(), 'a"b\\c' + made_up(12)
    redactor.value({"password": secret})
    escaped = secret.replace("\\", "\\\\").replace('"', '\\"')
    assert made_up(12) not in redactor.text(f'{{"x": "{escaped}"}}')


def test_short_values_and_common_words_are_not_remembered() -> None:
    redactor = Redactor()
    assert redactor.value({"password": "postgres", "secret": "abc12"})["password"] == "[redacted:password]"
    assert redactor.text("postgres and abc12") == "postgres and abc12"


def test_what_stood_in_a_private_span_is_known_again() -> None:
    redactor = Redactor()
    redactor.text("<private>mail jo@acme.test, code 99-ZULU-7, we sue them in May</private>")
    assert (
        redactor.text("ask jo@acme.test about 99-ZULU-7 in May")
        == "ask [redacted:private] about [redacted:private] in May"
    )


def test_values_under_secret_names_are_masked_whole() -> None:
    word = made_up(9)
    value = {
        "password": "correct horse",
        "client_secret": word,
        "headers": [{"X-Api-Key": made_up(30)}, {"name": "API_TOKEN", "value": made_up(31)}],
        "key": "Enter",
        "max_tokens": 4096,
        "token": "<your-token>",
        "secret_path": "/run/x1y2z3w4",
        "command": f"export DB_PASSWORD={PASSWORD} && run",
        "done": None,
    }
    assert Redactor().value(value) == {
        "password": "[redacted:password]",
        "client_secret": "[redacted:secret]",
        "headers": [{"X-Api-Key": "[redacted:api-key]"}, {"name": "API_TOKEN", "value": "[redacted:token]"}],
        "key": "Enter",
        "max_tokens": 4096,
        "token": "<your-token>",
        "secret_path": "/run/x1y2z3w4",
        "command": "export DB_PASSWORD=[redacted:password] && run",
        "done": None,
    }


def test_a_secret_with_a_lone_surrogate_does_no_harm() -> None:
    redactor = Redactor()
    assert redactor.text(f"export API_TOKEN='{made_up(20)}\udc88'") == "export API_TOKEN='[redacted:token]'"
    assert redactor.text("what follows is read as before") == "what follows is read as before"


def test_lone_surrogates_do_not_hide_a_secret() -> None:
    assert Redactor().text(f"\udc88 API_TOKEN={made_up(30)} \udc88") == "\udc88 API_TOKEN=[redacted:token] \udc88"


DENSE = [
    "token=",
    "token:'",
    "<private>",
    "-----BEGIN RSA PRIVATE KEY-----\n",
    "://a:",
    "eyJaaaaaaaaa.",
    "cookie: a=b; ",
    "sk-a",
    "password ",
    'secret":"\\',
    "sk-ant-",
    "sk-ant-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-",
    "eyJaaaaaaaa-",
    "cookie=",
    "token=(",
    "authorization=",
    "SG.a-",
    "<password>",
    "password `",
]


@pytest.mark.parametrize(("piece", "size"), [("a", 500_000), ("Ab3/", 500_000), *((piece, 3_000) for piece in DENSE)])
def test_time_grows_with_length_and_no_faster(piece: str, size: int) -> None:
    def seconds(size: int) -> float:
        text = piece * (size // len(piece))
        start = time.process_time()
        Redactor().text(text)
        return time.process_time() - start

    seconds(1000)
    small, large = (min(seconds(n) for _ in range(3)) for n in (size, 10 * size))
    assert large < 40 * small + 0.05  # quadratic would be 100
