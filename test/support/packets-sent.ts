import type { ChildProcess } from 'node:child_process';
import { call, type Answer, type CallOptions } from './client.js';

/** Statements that left for PostgreSQL together. */
export interface Packet {
  /** Their texts, the beginning and the end of a transaction among them. */
  statements: string[];
  /** Whether the answer was complete by then: the client does not wait for this packet. */
  isLate: boolean;
}

export interface CountedAnswer {
  answer: Answer;
  /** In the order in which they left. */
  packets: Packet[];
}

const ANSWER_MS = 10_000;

/** Sends requests to a service that was started with `countsPackets`, and hears of each which packets it took. */
export class PacketCounter {
  private last = 0;
  private readonly waiting = new Map<number, (packets: Packet[]) => void>();

  constructor(service: ChildProcess) {
    service.on('message', (message: { counted?: number; packets?: Packet[] }) => {
      if (message.counted !== undefined) this.waiting.get(message.counted)?.(message.packets ?? []);
    });
  }

  /** @returns every packet of the request's transactions, late ones among them */
  async call(method: string, path: string, options: CallOptions): Promise<CountedAnswer> {
    const number = (this.last += 1);
    let late: NodeJS.Timeout | undefined;
    const told = new Promise<Packet[]>((resolve, reject) => {
      this.waiting.set(number, resolve);
      late = setTimeout(() => reject(new Error(`${method} ${path}: its packets are not told`)), ANSWER_MS);
    });
    try {
      const headers = { ...options.headers, 'x-count-packets': String(number) };
      const [answer, packets] = await Promise.all([call(method, path, { ...options, headers }), told]);
      return { answer, packets };
    } finally {
      clearTimeout(late);
      this.waiting.delete(number);
    }
  }
}

/** Whether a packet reads the rights of a session, the settings of modules or the account policy. The service caches them for a second. */
export const readsCached = ({ statements }: Packet): boolean =>
  statements.some((text) => /\bfrom core\.(sessions s|tenant_modules|account_policies r)\b/.test(text));

/** Without the columns of a row: the table says more. */
const beginningOf = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/^select r\.id, .*? from /, 'select … from ')
    .slice(0, 80);

/** Each packet in a line, by the beginnings of its statements. */
export const shown = (packets: readonly Packet[]): string =>
  packets
    .map(({ statements, isLate }) => `${isLate ? 'late' : 'sent'}: ${statements.map(beginningOf).join('; ')}`)
    .join('\n');
