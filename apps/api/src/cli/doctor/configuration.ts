import { readConfig, type Config, type Environment } from '../../config.js';
import { StartError } from '../../embedded/start-error.js';
import { neutral, unwell, well, type Finding } from './finding.js';

/** The configuration as far as it can be used, and what of it cannot: the other checks go on without that. */
export function examineConfiguration(environment: Environment, cwd: string): { config: Config; findings: Finding[] } {
  const mode =
    environment.NODE_ENV?.trim() === 'production' ? 'production' : 'development (NODE_ENV is not production)';
  try {
    const config = readConfig(environment, cwd);
    return { config, findings: [well('Configuration', `can be used, for ${mode}`)] };
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    const problems = error.message.replace(/^[^:]*: /, '').split('; ');
    const names = problems.map((problem) => problem.split(' ')[0] ?? '');
    const rest = Object.entries(environment).filter(([name]) => name !== 'NODE_ENV' && !names.includes(name));
    const config = { ...readConfig(Object.fromEntries(rest), cwd), production: mode === 'production' };
    const wrong = problems.map((problem) => unwell('Configuration', problem));
    return {
      config,
      findings: [...wrong, neutral('Configuration', `is read for ${mode}; what follows leaves these out`)],
    };
  }
}
