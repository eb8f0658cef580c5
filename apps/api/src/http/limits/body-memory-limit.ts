import type { Request, Response } from 'express';
import { unavailable, type Owner } from '@usaha/shared';
import { ownerGroup, ownerName } from '@usaha/shared/operation';
import { messages } from '../messages.js';

/** Bytes of bodies that may lie in memory before they are whole. */
const MOST_BYTES = 64 * 1024 * 1024;
/** What every connection may send without being counted. */
const SMALL_BYTES = 16_384;
/** What a compressed body may become: how far it has got is not seen here. */
const UNPACKED_BYTES = 1_000_000;

/** One body, as far as it has come. */
interface Arrival {
  owner: string;
  bytes: number;
  refuse: () => void;
}

/** Bytes of one body in memory. */
export interface HeldBody {
  add(bytes: number): void;
  /** @throws unavailable where room had to be made for others */
  check(): void;
  release(): void;
}

/** What one tenant, address or group of tenants sends. */
interface Sender {
  bytes: number;
  arrivals: Set<Arrival>;
}

/**
 * Bytes of incomplete bodies. Where they get too many, the owner with most of them sends no more until it has
 * fewer: 1,500 bodies that never ended took 1.5 GB, without a token. Bodies of all others keep their room.
 */
export class BodyMemoryLimit {
  private readonly senders = new Map<string, Sender>();
  private total = 0;

  /** @param most bytes of all of them together */
  constructor(private readonly most = MOST_BYTES) {}

  /** @param read reads the body @throws unavailable where room had to be made for others; what `read` throws */
  async read(owner: Owner, request: Request, response: Response, read: () => Promise<void>): Promise<void> {
    const { 'content-length': length, 'content-encoding': encoding } = request.headers;
    if (encoding === undefined && Number(length) <= SMALL_BYTES) return read();
    let refuse: () => void = () => undefined;
    const refused = new Promise<never>(
      (_done, fail) => (refuse = () => fail(unavailable(messages.bodyMemoryExceeded()))),
    );
    const group = ownerGroup(owner);
    const arrival: Arrival = {
      owner: ownerName(owner),
      bytes: 0,
      refuse: () => {
        // The rest is not read: the connection ends with the answer.
        response.setHeader('Connection', 'close');
        request.socket.pause();
        refuse();
      },
    };
    const count = (chunk: Buffer) => this.count(group, arrival, chunk.length);
    this.begin(group, arrival);
    if (encoding === undefined) request.on('data', count);
    else this.count(group, arrival, UNPACKED_BYTES);
    try {
      await Promise.race([read(), refused]);
    } finally {
      request.off('data', count);
      this.end(group, arrival);
    }
  }

  /** Counts bytes that are held by another reader, which asks with each whether it may go on. */
  holding(owner: Owner): HeldBody {
    const group = ownerGroup(owner);
    let isRefused = false;
    const arrival: Arrival = { owner: ownerName(owner), bytes: 0, refuse: () => (isRefused = true) };
    this.begin(group, arrival);
    return {
      add: (bytes) => this.count(group, arrival, bytes),
      check: () => {
        if (isRefused) throw unavailable(messages.bodyMemoryExceeded());
      },
      release: () => this.end(group, arrival),
    };
  }

  private begin(group: string, arrival: Arrival): void {
    const sender = this.senders.get(group);
    if (sender) sender.arrivals.add(arrival);
    else this.senders.set(group, { bytes: 0, arrivals: new Set([arrival]) });
  }

  private count(group: string, arrival: Arrival, bytes: number): void {
    const sender = this.senders.get(group);
    if (!sender?.arrivals.has(arrival)) return;
    arrival.bytes += bytes;
    sender.bytes += bytes;
    this.total += bytes;
    while (this.total > this.most) this.makeRoom(group, arrival);
  }

  /** Refuses what has just grown where its owner has most of the group that has most of all, and that owner's largest otherwise. */
  private makeRoom(group: string, arrival: Arrival): void {
    const [name, { arrivals }] = largest(this.senders);
    const owner = ownerWithMost(arrivals);
    const isOwn = name === group && arrivals.has(arrival) && arrival.owner === owner;
    const refused = isOwn ? arrival : largest([...arrivals.entries()].filter(([one]) => one.owner === owner))[1];
    this.end(name, refused);
    refused.refuse();
  }

  private end(group: string, arrival: Arrival): void {
    const sender = this.senders.get(group);
    if (!sender?.arrivals.delete(arrival)) return;
    sender.bytes -= arrival.bytes;
    this.total -= arrival.bytes;
    if (sender.arrivals.size === 0) this.senders.delete(group);
  }
}

function ownerWithMost(arrivals: Iterable<Arrival>): string {
  const sums = new Map<string, { bytes: number }>();
  for (const { owner, bytes } of arrivals) sums.set(owner, { bytes: bytes + (sums.get(owner)?.bytes ?? 0) });
  return largest(sums)[0];
}

/** Of some: there is one with bytes, since all together have too many. */
function largest<K, V extends { bytes: number }>(all: Iterable<[K, V]>): [K, V] {
  return [...all].reduce((most, one) => (one[1].bytes > most[1].bytes ? one : most));
}
