/**
 * Jest for mutation testing: of the unit tests those next to a file that is mutated. A mutant costs as many seconds as
 * there are test files to load, and what one further away happens to notice is not what it promises.
 */
import { readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import config from '../jest.config.js';

const { mutate } = JSON.parse(readFileSync(new URL('../stryker.config.json', import.meta.url), 'utf8'));
const folders = new Set(mutate.map((file) => dirname(file)));
const unit = config.projects.find(({ displayName }) => displayName === 'unit');

/** @type {import('jest').Config} */
export default {
  ...unit,
  // StrykerJS puts its own in front of it.
  testEnvironment: 'node',
  testMatch: [...folders].map((folder) => `<rootDir>/${folder}/*.spec.ts`),
  testTimeout: config.testTimeout,
};
