/** As Node has it. */
type Environment = Readonly<Record<string, string | undefined>>;

/** Where a database lies, by its URL. */
interface Place {
  /** A name, an address, or the folder of a socket. */
  host: string;
  port: string;
  /** With the slash before it. */
  path: string;
  /** An option behind the question mark; the last of several counts. */
  option(name: string): string | undefined;
}

/** pg takes some URLs that are none. @returns undefined for what only libpq understands */
function parsed(url: string): URL | undefined {
  const text = [url, url.replace('@/', '@localhost/')].find((one) => URL.canParse(one));
  return text === undefined ? undefined : new URL(text);
}

/** Reads a URL as pg does. @returns undefined for what only libpq understands */
function placeOf(url: string): Place | undefined {
  const found = parsed(url);
  if (!found) return undefined;
  const { hostname, port, pathname, searchParams } = found;
  const option = (name: string) => searchParams.getAll(name).at(-1);
  const host = option('host') ?? decodeURIComponent(hostname).replace(/^\[(.+)\]$/, '$1');
  // pg takes PGHOST where a URL names no host.
  return {
    host: host === '' ? process.env.PGHOST?.trim() || 'localhost' : host,
    port: option('port') ?? port,
    path: pathname,
    option,
  };
}

/** A database's address without its password, for messages. */
export function addressOf(url: string): string {
  const place = placeOf(url);
  // A URL that only libpq understands may hold a password, so none of it is repeated.
  return place ? `${place.host}:${place.port || '5432'}${place.path}` : 'DATABASE_URL';
}

/** The same role, database and options at another host. @throws Error for what only libpq understands */
export function atNode(url: string, { host, port }: { host: string; port: number }): string {
  const there = parsed(url);
  if (!there) throw new Error('DATABASE_URL cannot be read');
  there.hostname = host.includes(':') ? `[${host}]` : host;
  there.port = String(port);
  for (const name of ['host', 'port']) there.searchParams.delete(name);
  return there.toString();
}

const isOnThisMachine = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);

const VARIABLES = ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'DATABASE_DIRECT_URL'] as const;

/**
 * The fault of a production URL: over a network it is reached by TLS alone, with a certificate that
 * is looked at, host name and all. pg takes `require` for the same today, and will not in its next version: so it is to be said.
 */
export function tlsProblems(environment: Environment): string[] {
  const tls = environment.DATABASE_TLS?.trim() || 'verify-full';
  if (tls === 'off') return [];
  if (tls !== 'verify-full') return [`DATABASE_TLS must be verify-full or off, not "${tls}"`];
  return VARIABLES.flatMap((name) => {
    const url = environment[name]?.trim() ?? '';
    if (!/^postgres(ql)?:\/\//.test(url)) return [];
    const place = placeOf(url);
    if (place && (isOnThisMachine(place.host) || place.option('sslmode') === 'verify-full')) return [];
    return [
      `${name} must say sslmode=verify-full in production, where the database is on another machine; DATABASE_TLS=off lets it go without, on a private network`,
    ];
  });
}
