import { EventEmitter } from 'node:events';
import type { Response } from 'express';
import { UnsentAnswers } from './unsent-answers.js';

const KB = 1024;
const answerOf = (writableLength: number): Response =>
  Object.assign(new EventEmitter(), { writableLength }) as unknown as Response;

it('who does not take his answers is given no further ones, and everybody else is', () => {
  const unsent = new UnsentAnswers(900 * KB);
  const answers = Array.from({ length: 4 }, () => answerOf(100 * KB));
  for (const answer of answers) {
    unsent.requireRoom('idle');
    unsent.watch('idle', answer);
  }
  expect(() => unsent.requireRoom('idle')).toThrow('Too many answers to this business have not been received yet');
  unsent.requireRoom('reading');
  answers[0]?.emit('close');
  unsent.requireRoom('idle');
});

it('what is small, or was taken at once, does not count', () => {
  const unsent = new UnsentAnswers(0);
  for (let i = 0; i < 9; i += 1) unsent.watch('a', answerOf(64 * KB));
  unsent.requireRoom('a');
  unsent.watch('a', answerOf(64 * KB + 1));
  expect(() => unsent.requireRoom('a')).toThrow();
});

it('A-395: tenants of a group have the part of one together, and one of them leaves some of it', () => {
  const unsent = new UnsentAnswers(900 * KB);
  const of = (name: string) => ({ name, group: 'account' });
  for (const name of ['a', 'a', 'b', 'c']) {
    unsent.requireRoom(of(name));
    unsent.watch(of(name), answerOf(100 * KB));
  }
  for (const name of ['a', 'b', 'new']) expect(() => unsent.requireRoom(of(name))).toThrow();
  unsent.requireRoom('another');
});
