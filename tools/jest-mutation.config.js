/** The unit tests alone, for mutation testing: it starts Jest by one project, and by nothing that prints or reports. */
import config from '../jest.config.js';

const { displayName, ...unit } = config.projects.find((project) => project.displayName === 'unit');

/** @type {import('jest').Config} */
export default { ...unit, testTimeout: config.testTimeout };
