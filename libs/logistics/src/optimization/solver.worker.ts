import { parentPort } from 'node:worker_threads';
import { problemOf, type PlacesProblem } from './places-problem.js';
import type { Solution } from './problem.js';
import { solve } from './solve.js';

/** What is asked of this thread, and what it answers. */
export interface Asked {
  number: number;
  problem: PlacesProblem;
}
export interface Answered {
  number: number;
  solution?: Solution;
  /** The stack of what went wrong. */
  error?: string;
}

parentPort?.on('message', ({ number, problem }: Asked) => {
  try {
    parentPort?.postMessage({ number, solution: solve(problemOf(problem)) } satisfies Answered);
  } catch (error) {
    parentPort?.postMessage({ number, error: String((error as Error).stack ?? error) } satisfies Answered);
  }
});
