import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { FileScanner, ScanVerdict } from '@usaha/core';
import type { ClamdAddress } from './clamd-settings.js';

/** The scanner did not answer, or could not scan: nothing is known of the file. */
export class ClamdError extends Error {
  override readonly name = 'ClamdError';
}

/** Milliseconds without any progress after which a scan has failed: signatures of a large PDF take seconds. */
const SILENCE_MS = 30_000;
const MOST_ANSWER_BYTES = 4_096;
/** clamd reads this many bytes at a time; larger ones are cut. */
const PIECE_BYTES = 262_144;

function asClamdError(error: unknown): ClamdError {
  if (error instanceof ClamdError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new ClamdError(`The scanner cannot be reached: ${code ?? message}`, { cause: error });
}

function lengthOf(bytes: number): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes);
  return length;
}

/** @param signal ends the wait for room where the connection is closed */
async function write(socket: Socket, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  try {
    if (!socket.write(bytes)) await once(socket, 'drain', { signal });
  } catch (cause) {
    throw asClamdError(cause);
  }
}

/** An error of the contents is thrown as it is. */
async function writeAll(socket: Socket, contents: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
  await write(socket, Buffer.from('zINSTREAM\0'), signal);
  for await (const part of contents) {
    for (let at = 0; at < part.byteLength; at += PIECE_BYTES) {
      const piece = part.subarray(at, at + PIECE_BYTES);
      await write(socket, lengthOf(piece.byteLength), signal);
      await write(socket, piece, signal);
    }
  }
  await write(socket, lengthOf(0), signal);
}

async function readAnswer(socket: Socket): Promise<string> {
  let text = '';
  try {
    for await (const part of socket as AsyncIterable<Buffer>) {
      text += part.toString('latin1');
      if (text.includes('\0')) break;
      if (text.length > MOST_ANSWER_BYTES) throw new ClamdError('The scanner answers without an end');
    }
  } catch (cause) {
    throw asClamdError(cause);
  }
  return text.split('\0')[0] as string;
}

function verdictIn(answer: string): ScanVerdict {
  if (answer === 'stream: OK') return 'clean';
  const [, infected] = /^stream: (.{1,200}) FOUND$/.exec(answer) ?? [];
  if (infected !== undefined) return { infected };
  throw new ClamdError(`The scanner answers: ${answer.slice(0, 200) || 'nothing'}`);
}

/** Scans files with clamd of ClamAV, by its command INSTREAM (docs.clamav.net, "clamd", zINSTREAM). */
export class ClamdClient implements FileScanner {
  constructor(
    private readonly address: ClamdAddress,
    private readonly silenceMs = SILENCE_MS,
  ) {}

  /**
   * Sends contents to the scanner, a connection for each scan.
   * @param stop ends the wait
   * @throws ClamdError where it does not answer, or could not scan; the error of the contents, if they fail
   */
  async scan(contents: AsyncIterable<Uint8Array>, stop?: AbortSignal): Promise<ScanVerdict> {
    return verdictIn(await this.exchange((socket, signal) => writeAll(socket, contents, signal), stop));
  }

  /** Whether the scanner answers. @throws ClamdError */
  async ping(): Promise<void> {
    const answer = await this.exchange((socket, signal) => write(socket, Buffer.from('zPING\0'), signal));
    if (answer !== 'PONG') throw new ClamdError(`The scanner answers: ${answer.slice(0, 200) || 'nothing'}`);
  }

  /** The scanner may answer before all was sent: beyond its limit of bytes it says so, and closes the connection. */
  private async exchange(
    send: (socket: Socket, signal: AbortSignal) => Promise<void>,
    stop?: AbortSignal,
  ): Promise<string> {
    const socket = connect(this.address);
    const breakOff = (): void => void socket.destroy(new ClamdError('The scan was broken off'));
    if (stop?.aborted) breakOff();
    stop?.addEventListener('abort', breakOff, { once: true });
    const ended = new AbortController();
    socket.setTimeout(this.silenceMs, () => socket.destroy(new ClamdError('The scanner does not answer')));
    const answer = readAnswer(socket);
    const sent = send(socket, ended.signal);
    // The one that loses the race may fail later: its error says nothing new.
    void Promise.allSettled([answer, sent]);
    try {
      return await Promise.race([answer, sent.then(() => answer)]);
    } finally {
      stop?.removeEventListener('abort', breakOff);
      ended.abort();
      socket.destroy();
    }
  }
}
