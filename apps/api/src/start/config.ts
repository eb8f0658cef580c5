import type { EinvoiceIntermediary, GatewayAccount, PasswordBlocklist } from '@usaha/core';
import validator from 'validator';
import { defaults } from '../../preflight/index.js';
import { tlsProblems } from '../database/database-url.js';
import { ConfigurationError, Reader, isNetwork, type Environment, type KeyList } from './config-reader.js';
import { corsOrigins } from './cors-origins.js';
import { StartError } from '@usaha/embedded-postgres/start-error';
import { fileSettings, type FileSettings } from './file-settings.js';
import { isGuessable } from './guessable-key.js';
import { readInstances } from './instances.js';
import { metricsSettings, type MetricsSettings } from './metrics-settings.js';
import { einvoiceIntermediary, einvoiceSending, type EinvoiceSendingConfig } from './einvoice-sending.js';
import { mailLimits, type MailLimits } from './mail-limits.js';
import { isGuessedFirst, passwordBlocklist } from './new-passwords.js';
import { platformAccount } from './platform-account.js';
import { publicUrl } from './public-url.js';
import { carrierSettings, type CarrierSettings } from './carrier-settings.js';
import { webhookNetworks } from './webhook-networks.js';

export { ConfigurationError, type Environment, type KeyList };

/** Secrets, from the environment or from the data directory. */
export interface Secrets {
  jwt_keys: KeyList;
  seal_keys: KeyList;
  search_key: Buffer;
}

/** The whole configuration: every value comes from an environment variable of the same name (docs/operations.md). */
export interface Config extends CarrierSettings, MailLimits {
  production: boolean;
  port: number;
  /** The loopback address unless HOST says otherwise; null, in production: all addresses, IPv6 and IPv4. */
  host: string | null;
  dataDir: string;
  /** null: the embedded database. */
  databaseUrl: string | null;
  /** The owner of the tables, where DATABASE_URL's role is not it. */
  migrationDatabaseUrl: string | null;
  /** For LISTEN; null where there is none behind a transaction pooler. */
  databaseDirectUrl: string | null;
  /** How many processes serve the port; `poolSize` is of all together. */
  instances: number;
  poolSize: number;
  /** null: what the kernel gives a statement. */
  statementTimeoutMs: number | null;
  /** How long a start waits for a database that is not there yet. */
  databaseWaitMs: number;
  /** How long an embedded database that ended by itself is tried to be started again, before the service ends. */
  databaseRestartSeconds: number;
  requestTimeoutMs: number;
  /** How long new connections are still taken after the signal to stop, while readiness says 503. */
  drainMs: number;
  accessTokenSeconds: number;
  refreshTokenSeconds: number;
  /** How long the payment sandbox takes to answer once it has written its book: for tests; 0 in production. */
  sandboxDelayMs: number;
  /** The platform's own account at a payment gateway. */
  platformAccount: GatewayAccount;
  /** Whether there is the simulator of MyInvois: outside production unless told. */
  einvoiceSimulator: boolean;
  /** The operator's credentials as an intermediary at MyInvois; null where it is none. */
  einvoiceIntermediary: EinvoiceIntermediary | null;
  einvoiceSending: EinvoiceSendingConfig;
  /** How many tenants an account may have. */
  tenantsPerAccount: number;
  /** Rows that a file to import may have. */
  importRows: number;
  /** Requests a minute of API keys that state no limit; null: any number. */
  apiKeyRateLimit: number | null;
  files: FileSettings;
  /** The mail server that letters go through, and the address that they are sent from; null where there is none. */
  smtp: { url: string; sender: string } | null;
  secrets: Partial<Secrets>;
  /** Pages of consumers that links of letters may lead to, each with `{token}`; `linkUrlProblems` judges them. */
  linkUrls: string[];
  /** Which passwords stated operations refuse. */
  passwordBlocklist: PasswordBlocklist;
  operator: { email: string; username: string; password: string };
  /** null: not asked; then the first start of an embedded database makes demo data. */
  seedDemo: boolean | null;
  /** Networks that webhooks may be sent to although they are not public. */
  webhookNetworks: string[];
  /** Whether this process sends webhooks. */
  sendsWebhooks: boolean;
  corsOrigins: string[] | '*';
  trustProxy: boolean | number | string;
  /** Where people reach the service, without a slash at its end; null where that is not known. */
  publicUrl: string | null;
  logLevel: string;
  logPretty: boolean;
  metrics: MetricsSettings;
}

/** Known to everybody who reads the source, and so refused in production. */
export const DEFAULT_OPERATOR = { email: 'operator@example.com', username: 'operator', password: 'operator-password' };
const MIN_SECRET_BYTES = 32;
const MIN_PASSWORD = 12;
/** What the domain asks of every password. */
const MIN_PASSWORD_OF_ANYBODY = 8;
const modes = ['production', 'development', 'test'];
const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

/**
 * The configuration of the environment; in production a missing, short or default secret is at fault too.
 * @throws ConfigurationError with all that is wrong
 */
export function readConfig(environment: Environment, cwd: string): Config {
  const read = new Reader(environment);
  const mode = read.text('NODE_ENV') ?? 'development';
  const production = mode === 'production';
  const databaseUrl = read.postgres('DATABASE_URL');
  const direct = environment.DATABASE_DIRECT_URL?.trim();
  const config: Config = {
    production,
    port: read.integer('PORT', defaults.port, 0, 65_535),
    host: read.text('HOST') ?? (production ? null : defaults.host),
    dataDir: read.text('DATA_DIR') ?? `${cwd}/${defaults.dataFolder}`,
    databaseUrl,
    migrationDatabaseUrl: read.postgres('MIGRATION_DATABASE_URL'),
    databaseDirectUrl: direct === 'none' ? null : (read.postgres('DATABASE_DIRECT_URL', ', or none') ?? databaseUrl),
    instances: readInstances(read),
    poolSize: read.integer('DATABASE_POOL_SIZE', 10, 1, 500),
    statementTimeoutMs: read.integer('DATABASE_STATEMENT_TIMEOUT_MS', null, 0, 3_600_000),
    databaseWaitMs: read.integer('DATABASE_WAIT_MS', 30_000, 0, 3_600_000),
    databaseRestartSeconds: read.integer('DATABASE_RESTART_SECONDS', 300, 1, 86_400),
    requestTimeoutMs: read.integer('REQUEST_TIMEOUT_MS', 60_000, 100, 3_600_000),
    drainMs: read.integer('DRAIN_MS', 0, 0, 600_000),
    accessTokenSeconds: read.integer('ACCESS_TOKEN_SECONDS', 3_600, 1, 86_400),
    refreshTokenSeconds: read.integer('REFRESH_TOKEN_SECONDS', 30 * 86_400, 1, 366 * 86_400),
    sandboxDelayMs: read.integer('SANDBOX_DELAY_MS', 0, 0, 600_000),
    platformAccount: platformAccount(read, production),
    einvoiceSimulator: read.flag('EINVOICE_SIMULATOR') ?? !production,
    einvoiceIntermediary: einvoiceIntermediary(read),
    einvoiceSending: einvoiceSending(read, production),
    tenantsPerAccount: read.integer('TENANTS_PER_ACCOUNT', 100, 1, 1_000_000),
    importRows: read.integer('IMPORT_MAX_ROWS', 50_000, 1, 1_000_000),
    apiKeyRateLimit: read.integer('API_KEY_RATE_LIMIT', null, 1, 100_000),
    files: fileSettings(read),
    smtp: mailServer(read),
    ...carrierSettings(read),
    ...mailLimits(read, production),
    // Separated by white space, since a URL may have commas.
    linkUrls: (read.text('LINK_URLS') ?? '').split(/\s+/).filter(Boolean),
    secrets: {
      jwt_keys: read.keys(
        'JWT_KEYS',
        (text) => Buffer.from(text, 'utf8'),
        (n) => n >= MIN_SECRET_BYTES,
        `of at least ${MIN_SECRET_BYTES} characters`,
      ),
      seal_keys: read.keys(
        'SEAL_KEYS',
        (text) => Buffer.from(text, 'base64'),
        (n) => n === 32,
        'of 32 bytes in base64',
      ),
      search_key: searchKey(read),
    },
    passwordBlocklist: passwordBlocklist(read),
    operator: {
      email: read.text('OPERATOR_EMAIL') ?? DEFAULT_OPERATOR.email,
      username: read.text('OPERATOR_USERNAME') ?? DEFAULT_OPERATOR.username,
      password: environment.OPERATOR_PASSWORD || DEFAULT_OPERATOR.password,
    },
    seedDemo: read.flag('SEED_DEMO'),
    webhookNetworks: webhookNetworks(read, production),
    sendsWebhooks: read.flag('WEBHOOK_SENDER') ?? true,
    corsOrigins: corsOrigins(read),
    trustProxy: trustProxy(read, production),
    publicUrl: publicUrl(read),
    logLevel: read.text('LOG_LEVEL') ?? 'info',
    logPretty: read.flag('LOG_PRETTY') ?? (!production && process.stdout.isTTY === true),
    metrics: metricsSettings(read, production),
  };
  // A misspelt production would start with default secrets.
  if (!modes.includes(mode))
    read.problems.push(`NODE_ENV must be one of ${modes.join(', ')}, or not set, not "${mode}"`);
  if (!logLevels.includes(config.logLevel))
    read.problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not "${config.logLevel}"`);
  if (!validator.isEmail(config.operator.email))
    read.problems.push(`OPERATOR_EMAIL must be an e-mail address, not "${config.operator.email}"`);
  if (production && config.sandboxDelayMs > 0)
    read.problems.push('SANDBOX_DELAY_MS is for tests only, not for production');
  if (production) read.problems.push(...tlsProblems(environment));
  if (production) refuseWeakSecrets(config, environment, read.problems);
  else {
    if (config.operator.password.length < MIN_PASSWORD_OF_ANYBODY)
      read.problems.push(`OPERATOR_PASSWORD must have at least ${MIN_PASSWORD_OF_ANYBODY} characters`);
    if (!isLoopback(config.host)) refuseKnownPasswords(config, read.problems);
  }
  if (read.problems.length > 0) throw new ConfigurationError(read.problems);
  return config;
}

/** A URL may hold a password: no message repeats it. */
function mailServer(read: Reader): Config['smtp'] {
  const url = read.text('SMTP_URL');
  const sender = read.text('MAIL_FROM');
  if (sender !== undefined && !validator.isEmail(sender))
    read.problems.push(`MAIL_FROM must be an e-mail address, not "${sender}"`);
  if (url === undefined) return null;
  if (!/^smtps?:\/\/[^/]/.test(url) || !URL.canParse(url))
    read.problems.push('SMTP_URL must be a URL that begins with smtp:// or smtps://');
  if (sender === undefined) read.problems.push('MAIL_FROM must be set where SMTP_URL is');
  return { url, sender: sender ?? '' };
}

function searchKey(read: Reader): Buffer | undefined {
  const text = read.text('SEARCH_KEY');
  if (text === undefined) return undefined;
  const key = Buffer.from(text, 'base64');
  if (key.length >= 32) return key;
  read.problems.push('SEARCH_KEY must be at least 32 bytes in base64');
  return undefined;
}

/** What Express takes: a number of hops, or addresses. With `true` clients say themselves where they come from. */
function trustProxy(read: Reader, production: boolean): boolean | number | string {
  const text = read.text('TRUST_PROXY');
  if (text === undefined || text === 'false') return false;
  if (text === 'true') {
    if (production)
      read.problems.push(
        'TRUST_PROXY must not be true in production: clients would choose their own address; state the number of proxies, or their addresses',
      );
    return true;
  }
  if (/^\d+$/.test(text)) return Number(text);
  const wrong = text.split(',').find((part) => !isProxy(part.trim()));
  if (wrong !== undefined)
    read.problems.push(
      `TRUST_PROXY must be true, false, a number of hops, or addresses like 10.0.0.0/8 or loopback, not "${wrong.trim()}"`,
    );
  return text;
}

const isProxy = (text: string): boolean => ['loopback', 'linklocal', 'uniquelocal'].includes(text) || isNetwork(text);

function refuseWeakSecrets(config: Config, environment: Environment, problems: string[]): void {
  if (config.seedDemo === true) problems.push('SEED_DEMO must not be true in production: the demo password is public');
  const { jwt_keys, seal_keys, search_key } = config.secrets;
  const named = (name: string) => problems.some((problem) => problem.startsWith(name));
  const given = { JWT_KEYS: jwt_keys, SEAL_KEYS: seal_keys, SEARCH_KEY: search_key };
  // What a weak key has sealed must open until another has sealed it. That a weak SEARCH_KEY is in use only the database can tell.
  const judged: Readonly<Record<string, KeyList>> = {
    JWT_KEYS: jwt_keys ?? [],
    SEAL_KEYS: seal_keys?.slice(0, 1) ?? [],
  };
  for (const [name, value] of Object.entries(given))
    if (!value && !named(name)) problems.push(`${name} must be set in production`);
    else if (judged[name]?.some(([, key]) => isGuessable(key)))
      problems.push(`${name} must be random in production: openssl rand makes one (docs/operations.md)`);
  const password = environment.OPERATOR_PASSWORD;
  if (password === undefined || password === DEFAULT_OPERATOR.password)
    problems.push('OPERATOR_PASSWORD must be set in production, and not to its default');
  else if (password.length < MIN_PASSWORD)
    problems.push(`OPERATOR_PASSWORD must have at least ${MIN_PASSWORD} characters in production`);
  else if (isGuessedFirst(config.operator))
    problems.push('OPERATOR_PASSWORD must not be one of the passwords that are guessed first, in production');
}

/** Outside production: the default passwords stand in the documentation, so other machines must not reach them. */
function refuseKnownPasswords(config: Config, problems: string[]): void {
  if (config.operator.password === DEFAULT_OPERATOR.password)
    problems.push(`OPERATOR_PASSWORD must be set, and not to its default, where HOST (${config.host}) lets others in`);
  if (config.seedDemo === true)
    problems.push(`SEED_DEMO must not be true where HOST (${config.host}) lets others in: the demo password is public`);
}

/** Whether a HOST reaches this machine alone. */
export const isLoopback = (host: string | null): boolean =>
  host === 'localhost' || host === '::1' || (host?.startsWith('127.') ?? false);

/** Names of the variables without which no letter about an account is sent. */
export const missingForLetters = ({
  production,
  publicUrl,
  smtp,
}: Pick<Config, 'production' | 'publicUrl' | 'smtp'>) =>
  production ? [...(publicUrl === null ? ['PUBLIC_URL'] : []), ...(smtp === null ? ['SMTP_URL'] : [])] : [];

/** Secrets that the data directory keeps, as the environment would give them. */
export function parseSecrets(kept: { jwt_keys: string; seal_keys: string; search_key: string }): Secrets {
  const { secrets } = readConfig(
    { JWT_KEYS: kept.jwt_keys, SEAL_KEYS: kept.seal_keys, SEARCH_KEY: kept.search_key },
    '',
  );
  if (!secrets.jwt_keys || !secrets.seal_keys || !secrets.search_key)
    throw new StartError('The secrets in the data directory are not complete');
  return { jwt_keys: secrets.jwt_keys, seal_keys: secrets.seal_keys, search_key: secrets.search_key };
}
