import { recordEvents } from '@usaha/shared/events';
import type { Vaccination } from './vaccination.entity.js';

/** The events of vaccinations. They do not tell whose the vaccination is, nor against what. */
export const vaccinationEvents = recordEvents<Vaccination>('healthcare.vaccination')({
  path: null,
  contract_path: null,
  data: {},
  // A dose that was recorded by mistake stays in the list; the catalogue has no event of that.
  actions: { void: null },
  verbs: { created: { en: 'A vaccination was recorded.', ms: 'Satu vaksinasi telah direkodkan.' } },
});
