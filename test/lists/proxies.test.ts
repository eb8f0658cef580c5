import { readFileSync, readdirSync } from 'node:fs';

/** The examples of proxies: what they write into their logs, and what they let in. */

const nginx = readFileSync('docker/nginx.conf', 'utf8');
const haproxy = readFileSync('docker/haproxy.cfg', 'utf8');
const TOKEN = 'AZ-j_omscfD6';

/** Every page whose path holds a token, as the sources serve them. */
const pages = readdirSync('apps/api/src/surfaces', { recursive: true, encoding: 'utf8' })
  .filter((name) => /^(?!.*\.spec\.).*\.ts$/.test(name))
  .flatMap((name) => [...readFileSync(`apps/api/src/surfaces/${name}`, 'utf8').matchAll(/'\/([\w/:]+)\/:token'/g)])
  .map(([, page]) => (page as string).replace(':gateway', 'chip').replace(':way', 'whatsapp'));
const withToken = [...new Set(pages)].flatMap((page) => [
  `/${page}/${TOKEN}`,
  `/${page}/${TOKEN}/`,
  `/${page}/${TOKEN}?lang=ms`,
]);
const withoutToken = (uri: string): string => `${uri.slice(0, uri.indexOf(TOKEN))}:token`;
/** Express serves a path with a slash at its end as the one without. */
const INSIDE = ['/metrics', '/metrics/', '/metrics?x=1', '/health/live', '/health/ready', '/health/ready/'];
const OUTSIDE = ['/', '/v1/users', '/api/v1/auth/login/', `/track/${TOKEN}`];

it('pages with a token in their path are found', () => {
  expect([...new Set(pages)].sort()).toEqual([
    'account',
    'callbacks/messages/whatsapp',
    'callbacks/payments/chip',
    'einvoice',
    'files',
    'pay',
    'sandbox/pay',
    'stop',
    'track',
  ]);
});

describe('nginx.conf', () => {
  /** The text that the log has for a request: of the first pattern of the map that fits. */
  function logged(uri: string): string {
    const [, map = ''] = /map \$request_uri \$usaha_logged \{\n([\s\S]*?)\n\}/.exec(nginx) ?? [];
    for (const [, pattern = '', shown = ''] of map.matchAll(/^ *~(\S+) +(\S+);$/gm)) {
      const found = new RegExp(pattern).exec(uri);
      if (found)
        return shown.replace(/\$(\w+)/g, (_, name: string) => found[Number(name)] ?? found.groups?.[name] ?? '');
    }
    return uri;
  }

  it('writes paths into its log, without tokens and without queries', () => {
    expect(withToken.map(logged)).toEqual(withToken.map((uri) => withoutToken(uri)));
    expect(logged('/api/v1/healthcare/patients/?search=Aminah')).toBe('/api/v1/healthcare/patients/');
  });

  it('writes nothing else of a request', () => {
    const [, format = ''] = /log_format usaha '([^']*)';/.exec(nginx) ?? [];
    expect([...format.matchAll(/\$\w+/g)].map(([name]) => name)).toEqual([
      '$remote_addr',
      '$time_iso8601',
      '$request_method',
      '$usaha_logged',
      '$status',
      '$body_bytes_sent',
      '$request_time',
    ]);
    expect([...nginx.matchAll(/^ *access_log .*$/gm)].map(([line]) => line.trim())).toEqual([
      'access_log /var/log/nginx/usaha.log usaha;',
    ]);
    // Errors below `crit` quote the request.
    expect([...nginx.matchAll(/^ *error_log .*$/gm)].map(([line]) => line.trim())).toEqual([
      'error_log  /var/log/nginx/usaha.error.log crit;',
    ]);
  });

  it('keeps metrics and health inside', () => {
    const closed = [...nginx.matchAll(/^ *location (\/\S+) +\{ return 404; \}$/gm)].map(
      ([, prefix]) => prefix as string,
    );
    const isClosed = (uri: string) => closed.some((prefix) => uri.startsWith(prefix));
    expect(INSIDE.filter((uri) => !isClosed(uri))).toEqual([]);
    expect(OUTSIDE.filter(isClosed)).toEqual([]);
  });
});

describe('haproxy.cfg', () => {
  const path = (uri: string): string => uri.split('?', 1)[0] as string;

  it('writes paths into its log, without tokens and without queries', () => {
    const [, pattern = '', shown = ''] =
      /set-var\(txn\.path\) "path,regsub\('([^']+)','([^']+)'\)"/.exec(haproxy) ?? [];
    const logged = (uri: string) => path(uri).replace(new RegExp(pattern), shown.replaceAll('\\', '$'));
    expect(withToken.map(logged)).toEqual(withToken.map((uri) => withoutToken(uri)));
    expect(logged('/api/v1/healthcare/patients/?search=Aminah')).toBe('/api/v1/healthcare/patients/');
  });

  it('writes nothing else of a request', () => {
    const [, format = ''] = /^ *log-format "([^"]*)"$/m.exec(haproxy) ?? [];
    expect([...format.matchAll(/%(?:\[[^\]]+\]|\w+)/g)].map(([name]) => name)).toEqual([
      '%ci',
      '%ST',
      '%HM',
      '%[var(txn.path)]',
      '%Ta',
    ]);
    expect(haproxy).not.toMatch(/option +httplog|capture/);
  });

  it('keeps metrics and health inside', () => {
    const [, rule = ''] = /^ *http-request deny deny_status 404 if (.*)$/m.exec(haproxy) ?? [];
    const prefixes = [...rule.matchAll(/\{ path_beg (\S+) \}/g)].map(([, prefix]) => prefix as string);
    const exact = [...rule.matchAll(/\{ path (\S+) \}/g)].map(([, whole]) => whole as string);
    const isDenied = (uri: string) =>
      exact.includes(path(uri)) || prefixes.some((prefix) => path(uri).startsWith(prefix));
    expect(INSIDE.filter((uri) => !isDenied(uri))).toEqual([]);
    expect(OUTSIDE.filter(isDenied)).toEqual([]);
  });
});
