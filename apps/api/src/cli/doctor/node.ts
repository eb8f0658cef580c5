import { readFile } from 'node:fs/promises';
import { unwell, well, type Check } from './finding.js';

/** `^20.19.0 || ^22.12.0 || >=24`, as package.json has it; no more of npm's grammar than that. */
export function isSupported(version: string, range: string): boolean {
  const [major = 0, minor = 0] = numbers(version);
  return range.split('||').some((part) => {
    const [least = 0, leastMinor = 0] = numbers(part);
    if (part.includes('>=') && major > least) return true;
    return major === least && minor >= leastMinor;
  });
}

const numbers = (text: string): number[] => (text.match(/\d+/g) ?? []).map(Number);

export const checkNode: Check = async () => {
  const { engines } = JSON.parse(await readFile(new URL('../../../../../package.json', import.meta.url), 'utf8')) as {
    engines: { node: string };
  };
  const { node } = process.versions;
  if (isSupported(node, engines.node)) return [well('Node', `${node}`)];
  return [unwell('Node', `${node} is not among ${engines.node}; install one that is`)];
};
