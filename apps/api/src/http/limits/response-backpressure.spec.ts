import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { ResponseBackpressure } from './response-backpressure.js';

const KB = 1024;
const answerOf = (writableLength: number): Response =>
  Object.assign(new EventEmitter(), { writableLength }) as unknown as Response;

it('who does not take his answers is given no further ones, and everybody else is', () => {
  const backpressure = new ResponseBackpressure(900 * KB);
  const answers = Array.from({ length: 4 }, () => answerOf(100 * KB));
  for (const answer of answers) {
    backpressure.requireRoom('idle');
    backpressure.watch('idle', answer);
  }
  expect(() => backpressure.requireRoom('idle')).toThrow(
    'Too many answers to this business have not been received yet',
  );
  backpressure.requireRoom('reading');
  answers[0]?.emit('close');
  backpressure.requireRoom('idle');
});

it('what is small, or was taken at once, does not count', () => {
  const backpressure = new ResponseBackpressure(0);
  for (let i = 0; i < 9; i += 1) backpressure.watch('a', answerOf(64 * KB));
  backpressure.requireRoom('a');
  backpressure.watch('a', answerOf(64 * KB + 1));
  expect(() => backpressure.requireRoom('a')).toThrow();
});

it('A-395: tenants of a group have the part of one together, and one of them leaves some of it', () => {
  const backpressure = new ResponseBackpressure(900 * KB);
  const of = (name: string) => ({ name, group: 'account' });
  for (const name of ['a', 'a', 'b', 'c']) {
    backpressure.requireRoom(of(name));
    backpressure.watch(of(name), answerOf(100 * KB));
  }
  for (const name of ['a', 'b', 'new']) expect(() => backpressure.requireRoom(of(name))).toThrow();
  backpressure.requireRoom('another');
});
