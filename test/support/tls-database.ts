import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { eventually } from './system-service.js';

const versions = '/usr/lib/postgresql';

/** The programs of the PostgreSQL that Debian has; undefined where it is not installed. */
export const debianPrograms = (existsSync(versions) ? readdirSync(versions) : [])
  .toSorted((a, b) => Number(b) - Number(a))
  .map((version) => join(versions, version, 'bin'))
  .find((bin) => existsSync(join(bin, 'initdb')));

/** A PostgreSQL that is reached by TLS alone, with a certificate for `localhost` of an authority of the test's own. */
export interface TlsDatabase {
  port: number;
  /** The authority's certificate. */
  authority: string;
  remove(): Promise<void>;
}

function makeCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=An authority of tests');
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=localhost');
  writeFileSync(join(folder, 'names'), 'subjectAltName=DNS:localhost\n');
  const signed = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names'];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.pem');
}

export async function startTlsDatabase(programs: string): Promise<TlsDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'usaha-tls-'));
  const data = join(folder, 'data');
  makeCertificates(folder);
  mkdirSync(data, { mode: 0o700 });
  // PostgreSQL does not run as root.
  const idOf = (kind: string) => Number(execFileSync('id', [kind, 'postgres']).toString());
  const account = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : {};
  if (account.uid !== undefined)
    for (const path of [folder, data, join(folder, 'server.key'), join(folder, 'server.pem')])
      chownSync(path, account.uid, account.gid);
  const initdb = ['-D', data, '-U', 'usaha', '-A', 'trust', '-N', '--locale=C.UTF-8', '-E', 'UTF8'];
  execFileSync(join(programs, 'initdb'), initdb, { ...account, stdio: 'ignore' });
  writeFileSync(join(data, 'pg_hba.conf'), 'hostssl all all 127.0.0.1/32 trust\nhostssl all all ::1/128 trust\n');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  appendFileSync(
    join(data, 'postgresql.conf'),
    [
      `port=${port}`,
      "listen_addresses='localhost'",
      "unix_socket_directories=''",
      'ssl=on',
      `ssl_cert_file='${join(folder, 'server.pem')}'`,
      `ssl_key_file='${join(folder, 'server.key')}'`,
      'fsync=off',
      'shared_buffers=16MB',
      '',
    ].join('\n'),
  );
  const server = spawn(join(programs, 'postgres'), ['-D', data], { ...account, stdio: 'ignore' });
  const authority = join(folder, 'ca.pem');
  const url = `postgresql://usaha@localhost:${port}/postgres?sslmode=verify-full&sslrootcert=${authority}`;
  await eventually('PostgreSQL answers', async () => {
    const client = new pg.Client({ connectionString: url });
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    );
  });
  const remove = async () => {
    const ended = once(server, 'exit');
    server.kill('SIGINT');
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  return { port, authority, remove };
}
