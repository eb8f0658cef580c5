import { randomBytes } from 'node:crypto';
import { placesOf } from '../../preflight/index.js';
import { DEFAULT_OPERATOR, parseSecrets, readConfig, type Environment } from './config.js';
import { Reader } from './config-reader.js';
import { readInstances } from './instances.js';
import { StartError } from '@usaha/embedded-postgres/start-error';

const read = (environment: Environment = {}) => readConfig(environment, '/srv/usaha');

function refusal(environment: Environment): string {
  try {
    read(environment);
  } catch (error) {
    if (error instanceof StartError) return error.message;
    throw error;
  }
  throw new Error(`Not refused: ${JSON.stringify(environment)}`);
}

const base64 = (bytes: number): string =>
  Buffer.from(Array.from({ length: bytes }, (_, i) => i * 37)).toString('base64');
const secrets = {
  JWT_KEYS: 'k1:Zm9yIHRva2Vucw-8QvX2s0pLr7TnJdKe5YhUxEb3',
  SEAL_KEYS: `s1:${base64(32)}`,
  SEARCH_KEY: base64(32),
};
const production = { NODE_ENV: 'production', ...secrets, OPERATOR_PASSWORD: 'a long operator password' };

describe('where figures are served', () => {
  const token = 'a-token-of-more-than-thirty-two-characters';

  it('is the port of the service outside production, and in production a separate one or behind a token', () => {
    const usual = { host: '127.0.0.1', keptMs: 5_000 };
    expect(read().metrics).toEqual({ ...usual, port: null, isStated: false, token: null });
    expect(read(production).metrics).toEqual({ ...usual, port: 9_464, isStated: false, token: null });
    expect(read({ ...production, METRICS_TOKEN: token }).metrics).toEqual({
      ...usual,
      port: null,
      isStated: false,
      token,
    });
    const stated = { METRICS_PORT: '9500', METRICS_HOST: '0.0.0.0' };
    expect(read(stated).metrics).toMatchObject({ port: 9_500, isStated: true, host: '0.0.0.0', token: null });
  });

  it('is refused with a short token, one with spaces, or a rendering that production would not keep', () => {
    for (const METRICS_TOKEN of ['short', `${token} and more`])
      expect(refusal({ METRICS_TOKEN })).toContain('METRICS_TOKEN must have at least 32 characters');
    expect(read({ METRICS_KEPT_MS: '0' }).metrics.keptMs).toBe(0);
    expect(refusal({ ...production, METRICS_KEPT_MS: '0' })).toContain('METRICS_KEPT_MS');
  });
});

describe('the configuration of an empty environment', () => {
  it('is one that works: embedded database, port 3000, its own secrets', () => {
    expect(read()).toMatchObject({
      production: false,
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/srv/usaha/.data',
      databaseUrl: null,
      migrationDatabaseUrl: null,
      databaseDirectUrl: null,
      instances: 1,
      poolSize: 10,
      requestTimeoutMs: 60_000,
      drainMs: 0,
      accessTokenSeconds: 3_600,
      refreshTokenSeconds: 2_592_000,
      sandboxDelayMs: 0,
      platformAccount: {
        gateway: 'sandbox',
        id: null,
        mode: 'sandbox',
        brand_id: null,
        secret_key: null,
        api_url: null,
      },
      secrets: { jwt_keys: undefined, seal_keys: undefined, search_key: undefined },
      operator: DEFAULT_OPERATOR,
      passwordBlocklist: 'worst',
      seedDemo: null,
      corsOrigins: '*',
      trustProxy: false,
      publicUrl: null,
      webhookNetworks: ['127.0.0.0/8', '::1/128'],
      sendsWebhooks: true,
      logLevel: 'info',
    });
  });

  it('is the same where variables are set to nothing', () => {
    const empty = {
      PORT: '',
      DATABASE_URL: ' ',
      JWT_KEYS: '',
      SEED_DEMO: '',
      TRUST_PROXY: '',
      CORS_ORIGINS: '',
      PUBLIC_URL: '',
    };
    expect(read(empty)).toEqual(read());
  });
});

describe('a right value', () => {
  it.each<[string, string, object]>([
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 8080 ', { port: 8080 }],
    ['HOST', '127.0.0.2', { host: '127.0.0.2' }],
    ['NODE_ENV', 'test', { production: false }],
    ['NODE_ENV', 'development', { production: false }],
    ['DRAIN_MS', '5000', { drainMs: 5_000 }],
    ['INSTANCES', '4', { instances: 4 }],
    ['INSTANCES', 'Auto', { instances: readInstances(new Reader({ INSTANCES: 'auto' })) }],
    ['DATA_DIR', '/var/lib/usaha', { dataDir: '/var/lib/usaha' }],
    ['SEED_DEMO', 'yes', { seedDemo: true }],
    ['SEED_DEMO', 'FALSE', { seedDemo: false }],
    ['LOG_PRETTY', '1', { logPretty: true }],
    ['LOG_LEVEL', 'warn', { logLevel: 'warn' }],
    ['DATABASE_STATEMENT_TIMEOUT_MS', '0', { statementTimeoutMs: 0 }],
    ['DATABASE_RESTART_SECONDS', '20', { databaseRestartSeconds: 20 }],
    [
      'CORS_ORIGINS',
      'https://a.example, http://localhost:5173',
      { corsOrigins: ['https://a.example', 'http://localhost:5173'] },
    ],
    ['CORS_ORIGINS', '*', { corsOrigins: '*' }],
    ['TRUST_PROXY', 'true', { trustProxy: true }],
    ['TRUST_PROXY', 'false', { trustProxy: false }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', 'loopback, 10.0.0.0/8', { trustProxy: 'loopback, 10.0.0.0/8' }],
    ['TRUST_PROXY', '::1,fc00::/7', { trustProxy: '::1,fc00::/7' }],
    ['WEBHOOK_SENDER', 'false', { sendsWebhooks: false }],
    ['WEBHOOK_ALLOW_NETWORKS', 'none', { webhookNetworks: [] }],
    ['WEBHOOK_ALLOW_NETWORKS', '10.0.0.0/8, fd00::/8', { webhookNetworks: ['10.0.0.0/8', 'fd00::/8'] }],
    ['PUBLIC_URL', 'https://Usaha.example/', { publicUrl: 'https://usaha.example' }],
    ['PUBLIC_URL', 'http://10.0.0.5:3000/usaha', { publicUrl: 'http://10.0.0.5:3000/usaha' }],
    ['PASSWORD_BLOCKLIST', ' All', { passwordBlocklist: 'all' }],
    ['PASSWORD_BLOCKLIST', 'off', { passwordBlocklist: 'off' }],
    ['OPERATOR_USERNAME', 'boss', { operator: { ...DEFAULT_OPERATOR, username: 'boss' } }],
  ])('of %s: %j', (name, value, expected) => expect(read({ [name]: value })).toMatchObject(expected));

  it('of the database is used for LISTEN too, unless another is given, or none', () => {
    const url = 'postgresql://app@db/usaha';
    expect(read({ DATABASE_URL: url })).toMatchObject({ databaseUrl: url, databaseDirectUrl: url });
    const direct = 'postgres://app@direct/usaha';
    expect(read({ DATABASE_URL: url, DATABASE_DIRECT_URL: direct }).databaseDirectUrl).toBe(direct);
    expect(read({ DATABASE_URL: url, DATABASE_DIRECT_URL: 'none' }).databaseDirectUrl).toBeNull();
  });

  it('of keys keeps their order: the first signs and seals', () => {
    const { jwt_keys, seal_keys, search_key } = read({
      JWT_KEYS: `new:${'n'.repeat(32)}, old:${'o:'.repeat(16)}`,
      SEAL_KEYS: `b:${base64(32)},a:${base64(32)}`,
      SEARCH_KEY: base64(40),
    }).secrets;
    expect(jwt_keys).toEqual([
      ['new', Buffer.from('n'.repeat(32))],
      ['old', Buffer.from('o:'.repeat(16))],
    ]);
    expect(seal_keys?.map(([id, key]) => [id, key.length])).toEqual([
      ['b', 32],
      ['a', 32],
    ]);
    expect(search_key).toHaveLength(40);
  });

  it('of the operator’s password is taken as it is, spaces and all', () => {
    expect(read({ OPERATOR_PASSWORD: ' padded pass ' }).operator.password).toBe(' padded pass ');
  });
});

/** One wrong value for every variable that can be wrong. */
const wrong: [name: string, value: string][] = [
  ['PORT', 'http'],
  ['PORT', '-1'],
  ['PORT', '65536'],
  ['PORT', '3000.5'],
  ['PORT', '1e3'],
  ['DATABASE_URL', 'mysql://app:hemmelig@db/usaha'],
  ['MIGRATION_DATABASE_URL', 'usaha'],
  ['DATABASE_DIRECT_URL', 'nowhere'],
  ['DATABASE_POOL_SIZE', '0'],
  ['INSTANCES', '0'],
  ['INSTANCES', '65'],
  ['INSTANCES', 'abc'],
  ['DATABASE_STATEMENT_TIMEOUT_MS', 'soon'],
  ['DATABASE_RESTART_SECONDS', '0'],
  ['REQUEST_TIMEOUT_MS', '99'],
  ['DRAIN_MS', '-1'],
  ['ACCESS_TOKEN_SECONDS', '0'],
  ['REFRESH_TOKEN_SECONDS', '99999999'],
  ['JWT_KEYS', 'hemmelig'],
  ['JWT_KEYS', 'k1:hemmelig'],
  ['JWT_KEYS', `k 1:${'hemmelig'.repeat(4)}`],
  ['JWT_KEYS', `k1:${'hemmelig'.repeat(4)},k1:${'hemmelig'.repeat(5)}`],
  ['SEAL_KEYS', `s1:${base64(31)}`],
  ['SEAL_KEYS', base64(32)],
  ['SEARCH_KEY', base64(31)],
  ['OPERATOR_EMAIL', 'unknown'],
  ['OPERATOR_PASSWORD', 'kurz'],
  ['PASSWORD_BLOCKLIST', 'some'],
  ['SEED_DEMO', 'perhaps'],
  ['CORS_ORIGINS', 'app.example'],
  ['CORS_ORIGINS', 'https://app.example,https://app.example/path'],
  ['TRUST_PROXY', 'everybody'],
  ['TRUST_PROXY', '10.0.0.0/99'],
  ['WEBHOOK_ALLOW_NETWORKS', 'everywhere'],
  ['WEBHOOK_ALLOW_NETWORKS', '0.0.0.0/0'],
  ['WEBHOOK_ALLOW_NETWORKS', '10.0.0.0/33'],
  ['WEBHOOK_ALLOW_NETWORKS', '10.0.0.0/8 fd00::/8'],
  ['PUBLIC_URL', 'usaha.example'],
  ['PUBLIC_URL', 'ftp://usaha.example'],
  ['PUBLIC_URL', 'https://usaha.example/?a=b'],
  ['PUBLIC_URL', 'https://user:password@usaha.example'],
  ['LOG_LEVEL', 'loud'],
  ['LOG_PRETTY', 'somewhat'],
];

describe('a wrong value', () => {
  it.each(wrong)('of %s is named in one line: %j', (name, value) => {
    const message = refusal({ [name]: value });
    expect(message).toMatch(new RegExp(`^The configuration is not usable: ${name} `));
    expect(message).not.toContain('\n');
  });

  it.each(wrong.filter(([name]) => /KEY|URL|PASSWORD/.test(name)))(
    'of %s is not repeated: it may be a secret',
    (name, value) => {
      const message = refusal({ [name]: value });
      expect(message).not.toContain('hemmelig');
      expect(message).not.toContain(base64(31));
      expect(message).not.toContain(base64(32));
      expect(message).not.toContain('kurz');
    },
  );

  it('does not hide the others: all are said at once, a line each', () => {
    const environment = Object.fromEntries(wrong);
    const lines = refusal(environment).split('\n');
    for (const name of Object.keys(environment))
      expect(lines.filter((line) => line.startsWith(`The configuration is not usable: ${name} must`))).toHaveLength(1);
    expect(lines).toHaveLength(Object.keys(environment).length);
  });
});

describe('in production', () => {
  it('a whole configuration is taken, and other machines are let in', () =>
    expect(read(production)).toMatchObject({ production: true, host: null, logPretty: false }));

  it('what is looked at before there is a build is the same as what is used', () => {
    const folder = { DATA_DIR: '/srv/data' };
    const open = { HOST: '::', PORT: '81', OPERATOR_PASSWORD: 'a password of ours' };
    for (const environment of [{}, production, open, { ...production, ...folder }, folder]) {
      const { port, host, dataDir } = read(environment);
      expect(placesOf(environment, '/srv/usaha')).toEqual({ port, host, dataDir });
    }
    // Nothing is kept in a folder where both database and secrets come from the environment.
    expect(placesOf({ ...secrets, DATABASE_URL: 'postgresql://app@db/usaha' }, '/srv')?.dataDir).toBeNull();
  });

  it('the payment sandbox answers at once', () => {
    expect(read({ SANDBOX_DELAY_MS: '50' }).sandboxDelayMs).toBe(50);
    expect(refusal({ ...production, SANDBOX_DELAY_MS: '50' })).toMatch(/SANDBOX_DELAY_MS is for tests only/);
  });

  it('A-450: opens no network to webhooks unless told', () => {
    expect(read(production).webhookNetworks).toEqual([]);
    expect(read({ ...production, WEBHOOK_ALLOW_NETWORKS: '10.0.0.0/8' }).webhookNetworks).toEqual(['10.0.0.0/8']);
  });

  it('refuses proxies of which any client may be one (A-393)', () => {
    expect(refusal({ ...production, TRUST_PROXY: 'true' })).toMatch(/TRUST_PROXY must not be true in production/);
    for (const [said, trustProxy] of [
      ['1', 1],
      ['10.0.0.0/8', '10.0.0.0/8'],
      ['false', false],
    ] as const)
      expect(read({ ...production, TRUST_PROXY: said })).toMatchObject({ trustProxy });
  });

  it('every missing secret is named, all at once', () => {
    expect(refusal({ NODE_ENV: 'production' }).split('\n')).toEqual([
      'The configuration is not usable: JWT_KEYS must be set in production',
      'The configuration is not usable: SEAL_KEYS must be set in production',
      'The configuration is not usable: SEARCH_KEY must be set in production',
      'The configuration is not usable: OPERATOR_PASSWORD must be set in production, and not to its default',
    ]);
  });

  it.each(Object.keys(secrets))('%s alone is missed, too', (name) => {
    expect(refusal({ ...production, [name]: undefined })).toBe(
      `The configuration is not usable: ${name} must be set in production`,
    );
  });

  it('a short secret is named once', () => {
    const message = refusal({ ...production, JWT_KEYS: 'k1:short' });
    expect(message.match(/JWT_KEYS/g)).toHaveLength(1);
  });

  it.each<[string, string, string]>([
    ['JWT_KEYS', 'of one character', `k1:${'a'.repeat(40)}`],
    ['JWT_KEYS', 'of a few words', 'k1:a secret a secret a secret a secret a secret'],
    ['JWT_KEYS', 'of one byte in hex', `k1:${'0f'.repeat(32)}`],
    ['JWT_KEYS', 'behind a good one', `${secrets.JWT_KEYS},k2:${'ab'.repeat(20)}`],
    ['SEAL_KEYS', 'of zeros', `s1:${Buffer.alloc(32).toString('base64')}`],
    [
      'SEAL_KEYS',
      'of nineteen bytes again and again',
      `s1:${Buffer.from(Array.from({ length: 32 }, (_, i) => i % 19)).toString('base64')}`,
    ],
  ])('%s %s are refused without being repeated, and are no fault elsewhere', (name, _, value) => {
    const message = refusal({ ...production, [name]: value });
    expect(message).toMatch(
      new RegExp(`^The configuration is not usable: ${name} must be random in production: [^\n]+$`),
    );
    expect(message).not.toContain(value.slice(-20));
    expect(() => read({ [name]: value })).not.toThrow();
  });

  it('weak keys that may be in use are taken: what they sealed or made searchable is needed until another key has', () => {
    const zeros = Buffer.alloc(32).toString('base64');
    read({ ...production, SEAL_KEYS: `${secrets.SEAL_KEYS},weak:${zeros}` });
    read({ ...production, SEARCH_KEY: zeros });
  });

  it('random secrets are taken, in whichever way they are written', () => {
    for (let i = 0; i < 200; i++) {
      const [text, hex] = [randomBytes(48).toString('base64url'), randomBytes(32).toString('hex')];
      const random = () => randomBytes(32).toString('base64');
      for (const secret of [text, hex, hex.toUpperCase()])
        read({ ...production, JWT_KEYS: `k1:${secret}`, SEAL_KEYS: `s1:${random()}`, SEARCH_KEY: random() });
    }
  });

  it.each([
    ['the default', DEFAULT_OPERATOR.password],
    ['short', 'elevenchars'],
    ['one of the worst (A-412)', '123456789012'],
    ['a common one (A-412)', 'FinalFantasy'],
    ['the operator’s e-mail', DEFAULT_OPERATOR.email],
    ['the operator’s name and three digits', 'PlatformOperator123'],
    ['empty', ''],
  ])('an operator’s password that is %s is refused', (_, password) => {
    const message = refusal({ ...production, OPERATOR_PASSWORD: password });
    expect(message).toMatch(/OPERATOR_PASSWORD must/);
    if (password) expect(message).not.toContain(password);
  });
});

describe('where other machines are let in outside production', () => {
  const open = { HOST: '0.0.0.0', OPERATOR_PASSWORD: 'a password of ours' };

  it('an operator’s password of one’s own is enough', () => {
    expect(read(open)).toMatchObject({ host: '0.0.0.0', production: false });
  });

  it.each(['0.0.0.0', '::', '10.0.0.5', 'shop.example'])('the default password is refused for HOST=%s', (HOST) => {
    const message = refusal({ HOST });
    expect(message).toContain(`OPERATOR_PASSWORD must be set, and not to its default, where HOST (${HOST})`);
    expect(message).not.toContain(DEFAULT_OPERATOR.password);
  });

  it('demo businesses are refused', () => {
    expect(refusal({ ...open, SEED_DEMO: 'true' })).toMatch(/SEED_DEMO must not be true/);
  });

  it.each(['127.0.0.1', 'localhost', '::1'])('HOST=%s lets no other in', (HOST) => {
    expect(read({ HOST, SEED_DEMO: 'true' }).host).toBe(HOST);
  });
});

describe('secrets kept in the data directory', () => {
  const kept = { jwt_keys: secrets.JWT_KEYS, seal_keys: secrets.SEAL_KEYS, search_key: secrets.SEARCH_KEY };

  it('are read as the environment’s are', () => {
    expect(parseSecrets(kept)).toEqual(read(secrets).secrets);
  });

  it('are refused when they are not whole', () => {
    expect(() => parseSecrets({ ...kept, seal_keys: '' })).toThrow(StartError);
    expect(() => parseSecrets({ ...kept, jwt_keys: 'k1:short' })).toThrow(StartError);
  });
});

describe('the mail server', () => {
  it.each(['smtp://mail.example', 'smtps://user:p%40ss@mail.example:465', 'smtp://10.0.0.1:25?requireTLS=true'])(
    'can be %s',
    (url) => {
      expect(read({ SMTP_URL: url, MAIL_FROM: 'a@klinik.example' }).smtp).toEqual({ url, sender: 'a@klinik.example' });
    },
  );

  it('is none unless it is named, in production too', () => {
    expect([read().smtp, read({ MAIL_FROM: 'a@klinik.example' }).smtp, read(production).smtp]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it.each([
    [{ SMTP_URL: 'https://mail.example', MAIL_FROM: 'a@klinik.example' }, 'SMTP_URL must be a URL'],
    [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@klinik.example' }, 'SMTP_URL must be a URL'],
    [{ SMTP_URL: 'smtp://mail.example' }, 'MAIL_FROM must be set where SMTP_URL is'],
    [{ SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'klinik' }, 'MAIL_FROM must be an e-mail address, not "klinik"'],
  ])('cannot be %j', (environment, message) => {
    expect(refusal(environment)).toContain(message);
  });

  it('has a password that no refusal repeats', () => {
    expect(refusal({ SMTP_URL: 'mail://user:rahsia-besar@mail.example' })).not.toContain('rahsia-besar');
  });
});
