import { readFileSync } from 'fs';

// Read by versions of Node that are too old for everything else, from 12.17 on: nothing newer may stand here.

/** `^20.19.0 || ^22.12.0 || >=24`, as package.json has it; no more of npm's grammar than that. */
export function isSupported(version, range) {
  const [major = 0, minor = 0] = numbers(version);
  return range.split('||').some((part) => {
    const [least = 0, leastMinor = 0] = numbers(part);
    if (part.includes('>=') && major > least) return true;
    return major === least && minor >= leastMinor;
  });
}

const numbers = (text) => (text.match(/\d+/g) || []).map(Number);

/** The range of package.json. */
export const supportedRange = () =>
  JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')).engines.node;

/** The fault of the Node that runs this, in one line; undefined where there is none. */
export function nodeProblem() {
  const range = supportedRange();
  if (isSupported(process.versions.node, range)) return undefined;
  return `Usaha needs Node ${range}, and this is ${process.versions.node} (${process.execPath}); install one that fits`;
}
