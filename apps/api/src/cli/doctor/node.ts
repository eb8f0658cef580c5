import { nodeProblem } from '../../../preflight/node-version.js';
import { unwell, well, type Check } from './finding.js';

export const checkNode: Check = () => {
  const problem = nodeProblem();
  return Promise.resolve([problem === undefined ? well('Node', process.versions.node) : unwell('Node', problem)]);
};
