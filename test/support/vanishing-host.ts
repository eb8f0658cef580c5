import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Passes connections on: from an address of the namespace to a socket of the file system, which both see. */
const FORWARDER = `
  const net = require('node:net');
  const [host, port, path] = process.argv.slice(1);
  net.createServer((client) => {
    const server = net.connect(path);
    client.pipe(server).pipe(client);
    client.on('error', () => server.destroy()).on('close', () => server.destroy());
    server.on('error', () => client.destroy()).on('close', () => client.destroy());
  }).listen(Number(port), host, () => console.log('listening'));`;

const ip = (...args: string[]): void => void execFileSync('ip', args, { stdio: 'pipe' });

/** Whether this process may make network namespaces. */
export const canVanish = process.getuid?.() === 0 && spawnSync('ip', ['netns', 'list']).status === 0;

/**
 * A host with an address to which connections are passed on to a server of this machine. It can vanish as one without power does:
 * no packet is answered any more, not even by its system, so that what is sent is never acknowledged.
 */
export class VanishingHost {
  readonly address: string;
  private readonly own: string;
  private readonly folder = mkdtempSync(join(tmpdir(), 'usaha-host-'));
  private readonly sockets = new Set<Socket>();
  private server?: Server;
  private forwarder?: ChildProcess;

  private constructor(private readonly name: string) {
    const third = process.pid % 250;
    [this.own, this.address] = [`10.213.${third}.1`, `10.213.${third}.2`];
  }

  /** @param port of the server, and of the host */
  static async before(host: string, port: number): Promise<VanishingHost> {
    const made = new VanishingHost(`usaha${process.pid}`);
    await made.start(host, port);
    return made;
  }

  private async start(host: string, port: number): Promise<void> {
    const { name, own, address, folder } = this;
    ip('netns', 'add', name);
    ip('link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
    ip('addr', 'add', `${own}/30`, 'dev', name);
    ip('link', 'set', name, 'up');
    ip('netns', 'exec', name, 'ip', 'addr', 'add', `${address}/30`, 'dev', 'eth0');
    ip('netns', 'exec', name, 'ip', 'link', 'set', 'eth0', 'up');
    const path = join(folder, 'socket');
    this.server = createServer((client) => {
      const server = connect(port, host);
      for (const one of [client, server]) this.sockets.add(one.on('close', () => this.sockets.delete(one)));
      client.pipe(server).pipe(client);
      client.on('error', () => server.destroy()).on('close', () => server.destroy());
      server.on('error', () => client.destroy()).on('close', () => client.destroy());
    });
    this.server.listen(path);
    await once(this.server, 'listening');
    const command = ['netns', 'exec', name, process.execPath, '-e', FORWARDER, address, String(port), path];
    this.forwarder = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(this.forwarder.stdout as NodeJS.ReadableStream, 'data');
  }

  vanish(): void {
    ip('netns', 'exec', this.name, 'ip', 'route', 'add', 'blackhole', `${this.own}/32`);
  }

  comeBack(): void {
    ip('netns', 'exec', this.name, 'ip', 'route', 'del', 'blackhole', `${this.own}/32`);
  }

  close(): void {
    this.forwarder?.kill('SIGKILL');
    this.server?.close();
    for (const one of this.sockets) one.destroy();
    ip('netns', 'del', this.name);
    rmSync(this.folder, { recursive: true, force: true });
  }
}
