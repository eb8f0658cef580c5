import type { ChildProcess } from 'node:child_process';
import type { Worker } from 'node:cluster';

/** A connection that the primary process gives to another (Node 20 to 24, lib/internal/cluster/round_robin_handle.js). */
interface NewConnection {
  cmd: 'NODE_CLUSTER';
  act: 'newconn';
  key: string;
  seq: number;
}

interface Handle {
  close(): void;
}

interface OnItsWay {
  message: NewConnection;
  handle: Handle;
  /** Whether another process did not take it. */
  isRescued: boolean;
}

interface Answer {
  ack?: number;
  accepted?: boolean;
}

type Send = (message: unknown, handle?: unknown, ...rest: unknown[]) => boolean;

/** Numbers that Node does not reach. */
let number = 2 ** 40;

/**
 * Remembers the connections on their way to a process. Node forgets them where that process dies before it takes them: they
 * would stay open, and their clients would wait for ever. Where Node does it otherwise, nothing is remembered.
 */
export class ConnectionsOnTheirWay {
  private readonly sent = new Map<number, OnItsWay>();
  private readonly send: Send;

  /** @param others gives the processes that may take what this one does not */
  constructor(
    worker: Worker,
    private readonly others: () => readonly ConnectionsOnTheirWay[],
  ) {
    const child: ChildProcess = worker.process;
    const send: Send = child.send.bind(child) as never;
    this.send = (message, handle, ...rest) => {
      if (isConnection(message) && handle)
        this.sent.set(message.seq, { message, handle: handle as Handle, isRescued: false });
      return send(message, handle, ...rest);
    };
    Object.assign(child, { send: this.send });
    child.on('internalMessage', ({ ack, accepted }: Answer) => {
      const answered = ack === undefined ? undefined : this.sent.get(ack);
      if (!answered) return;
      this.sent.delete(ack as number);
      // Of all others Node itself sees to it.
      if (!answered.isRescued) return;
      if (accepted) answered.handle.close();
      else this.giveToAnother(answered);
    });
    child.once('exit', () => this.rescue());
  }

  private rescue(): void {
    const left = [...this.sent.values()];
    this.sent.clear();
    for (const connection of left) this.giveToAnother(connection);
  }

  private giveToAnother({ message, handle }: OnItsWay): void {
    const [other] = this.others();
    if (!other) return handle.close();
    const seq = (number += 1);
    other.send({ ...message, seq }, handle);
    const given = other.sent.get(seq);
    if (given) given.isRescued = true;
  }
}

function isConnection(message: unknown): message is NewConnection {
  const { cmd, act } = (message ?? {}) as Partial<NewConnection>;
  return cmd === 'NODE_CLUSTER' && act === 'newconn';
}
