import { ConfigurationError, readConfig, type Config, type Environment } from '../../start/config.js';
import { neutral, unwell, well, type Finding } from './finding.js';

export interface ExaminedConfiguration {
  config: Config;
  /** Names of the variables at fault: what follows goes on without them. */
  wrong: ReadonlySet<string>;
  findings: Finding[];
}

/** The configuration as far as it can be used, and what of it cannot. */
export function examineConfiguration(environment: Environment, cwd: string): ExaminedConfiguration {
  const mode =
    environment.NODE_ENV?.trim() === 'production' ? 'production' : 'development (NODE_ENV is not production)';
  try {
    const config = readConfig(environment, cwd);
    return { config, wrong: new Set(), findings: [well('Configuration', `can be used, for ${mode}`)] };
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    const { problems } = error;
    const wrong = new Set(problems.map((problem) => problem.split(' ')[0] ?? ''));
    const rest = Object.entries(environment).filter(([name]) => name !== 'NODE_ENV' && !wrong.has(name));
    const config = { ...readConfig(Object.fromEntries(rest), cwd), production: mode === 'production' };
    const findings = problems.map((problem) => unwell('Configuration', problem));
    return { config, wrong, findings: [...findings, neutral('Configuration', `is the one for ${mode}`)] };
  }
}
