import { createServer, type AddressInfo, type Socket } from 'node:net';

/** The signature that every scanner finds (eicar.org), in two parts: the source itself is no finding. */
export const EICAR = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('');

/** What happens to the next scan in place of an answer: silence, an error, an answer before all arrived, or a broken connection. */
export type ClamdFault = 'hang' | 'error' | 'early' | 'reset' | 'endless';

export interface FakeClamd {
  /** For CLAMD. */
  url: string;
  port: number;
  faults: ClamdFault[];
  /** Bytes of each scan that was answered. */
  scanned: number[];
  stop(): Promise<void>;
}

/** Takes the pieces of INSTREAM out of what arrived. @returns null until all of them are there */
function contentsIn(arrived: Buffer): Buffer | null {
  const parts: Buffer[] = [];
  let at = 'zINSTREAM\0'.length;
  for (;;) {
    if (at + 4 > arrived.length) return null;
    const bytes = arrived.readUInt32BE(at);
    at += 4;
    if (bytes === 0) return Buffer.concat(parts);
    if (at + bytes > arrived.length) return null;
    parts.push(arrived.subarray(at, at + bytes));
    at += bytes;
  }
}

/** Speaks PING and INSTREAM as clamd does, in this process. */
export async function startFakeClamd(): Promise<FakeClamd> {
  const faults: ClamdFault[] = [];
  const scanned: number[] = [];
  const sockets = new Set<Socket>();

  function answer(socket: Socket, arrived: Buffer): void {
    if (arrived.toString('latin1') === 'zPING\0') return void socket.end('PONG\0');
    if (faults[0] === 'early' && arrived.length > 100_000) {
      faults.shift();
      return void socket.end('INSTREAM size limit exceeded. ERROR\0');
    }
    const contents = contentsIn(arrived);
    if (contents === null) return;
    const fault = faults.shift();
    if (fault === 'hang') return;
    if (fault === 'reset') return void socket.destroy();
    if (fault === 'endless') return void socket.write('x'.repeat(100_000));
    scanned.push(contents.length);
    if (fault === 'error') return void socket.end("stream: Can't allocate memory ERROR\0");
    socket.end(contents.includes(EICAR) ? 'stream: Eicar-Test-Signature FOUND\0' : 'stream: OK\0');
  }

  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    socket.on('close', () => sockets.delete(socket));
    const parts: Buffer[] = [];
    socket.on('data', (part) => {
      parts.push(part);
      answer(socket, Buffer.concat(parts));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const stop = async (): Promise<void> => {
    for (const socket of sockets) socket.destroy();
    await new Promise((closed) => server.close(closed));
  };
  return { url: `tcp://127.0.0.1:${port}`, port, faults, scanned, stop };
}
