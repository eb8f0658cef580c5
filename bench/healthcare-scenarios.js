/** Healthcare: requests spread over all clinics, so that no clinic's rows are better cached, or waited for, than another's. */
import { COMMON_WORD } from './healthcare-data.js';
import { http } from './request.js';

const clinicOf = ({ clinics }, n) => clinics[n % clinics.length];
/** The n-th request's patient among those that the load was told of. */
const patientOf = ({ patients }, n) => patients[(Math.floor(n / 100) * 7) % patients.length];

/** Times follow each other within working hours, day after day. */
function slot(n) {
  const [day, half] = [Math.floor(n / 16) % 28, n % 16];
  const hour = 9 + Math.floor(half / 2);
  return {
    scheduled_date: `2031-03-${String(1 + day).padStart(2, '0')}`,
    scheduled_time: `${String(hour).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}:00`,
  };
}

export const healthcareScenarios = {
  'healthcare-list': {
    title: 'list 20 of 2,000 patients',
    connections: 32,
    warmUp: 3_000,
    aim: 0.75,
    request: (facts, n) => http('GET', '/api/v1/healthcare/patients/?page_size=20', { tenant: clinicOf(facts, n) }),
  },
  'healthcare-search': {
    title: 'search patients by a word',
    connections: 32,
    warmUp: 3_000,
    aim: 0.75,
    request: (facts, n) =>
      http('GET', `/api/v1/healthcare/patients/?page_size=20&search=${COMMON_WORD}`, { tenant: clinicOf(facts, n) }),
  },
  'healthcare-appointment': {
    title: 'make an appointment',
    connections: 32,
    warmUp: 3_000,
    aim: 0.5,
    request: (facts, n) => {
      const clinic = clinicOf(facts, n);
      return http('POST', '/api/v1/healthcare/appointments/', {
        tenant: clinic,
        body: {
          patient_id: patientOf(clinic, n),
          doctor_id: 'dr-aminah',
          appointment_type: 'consultation',
          ...slot(n),
          duration_minutes: 30,
          reason: 'Cough for a week',
          symptoms: ['cough', 'fever'],
          priority: 'normal',
          notes: 'Needs a wheelchair',
        },
      });
    },
  },
};
