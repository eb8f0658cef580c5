import { contraindicationText, contraindicationsOf } from './contraindications.js';

const line = (service_id: string, ...contraindications: string[]) => ({
  service_id,
  service_name: `Service ${service_id}`,
  contraindications,
});
const stated = (allergies: string[], medical_conditions: string[] = []) => ({ allergies, medical_conditions });

describe('A-256: warnings of an appointment', () => {
  it('say which contraindications of a service name what the client has stated', () => {
    const lines = [line('a', ' lavender oil', 'Lavender (dried)', 'latex'), line('b', 'asthma')];
    const warnings = contraindicationsOf(lines, () => stated(['Lavender '], ['severe Asthma']));
    expect(warnings).toEqual([
      { service: 'Service a', contraindications: ['lavender oil', 'Lavender (dried)'], sensitivity: 'Lavender' },
      { service: 'Service b', contraindications: ['asthma'], sensitivity: 'severe Asthma' },
    ]);
    expect(warnings.slice(1).map((one) => [contraindicationText(one, 'en'), contraindicationText(one, 'ms')])).toEqual([
      [
        'Service b is not advised with asthma, and the client has stated severe Asthma',
        'Service b tidak digalakkan bagi asthma, dan pelanggan telah menyatakan severe Asthma',
      ],
    ]);
  });

  it('come once for each service and each thing stated, by whole words', () => {
    const twice = [line('a', 'latex'), line('a', 'latex')];
    expect(contraindicationsOf(twice, () => stated(['Latex', 'latex ', 'Latex'], ['Latex']))).toHaveLength(2);
    expect(contraindicationsOf([line('a', 'latexol')], () => stated(['latex']))).toEqual([]);
  });

  it('ask for what the client has stated only where a service has contraindications', () => {
    const asked = jest.fn(() => stated(['latex']));
    expect(contraindicationsOf([line('a'), line('b')], asked)).toEqual([]);
    expect(asked).not.toHaveBeenCalled();
  });
});
