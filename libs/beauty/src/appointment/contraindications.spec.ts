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

  it('find what a service is not for with whichever of its lines it stands', () => {
    const lines = [line('a'), line('b', 'asthma'), line('a', 'latex')];
    expect(contraindicationsOf(lines, () => stated(['latex', 'asthma'])).map(({ service }) => service)).toEqual([
      'Service b',
      'Service a',
    ]);
    const again = [line('a', 'latex'), line('b', 'asthma'), line('a')];
    expect(contraindicationsOf(again, () => stated(['latex', 'asthma'])).map(({ service }) => service)).toEqual([
      'Service a',
      'Service b',
    ]);
  });

  it('are no more than anybody reads, of lists that match each other whole', () => {
    const many = (word: string) => Array.from({ length: 1_000 }, (_, i) => `${word} ${i} oil`);
    const lines = Array.from({ length: 1_000 }, (_, i) => line(`s${i}`, ...many('rose')));
    const began = performance.now();
    const warnings = contraindicationsOf(lines, () => stated(many('lily'), many('mint')));
    expect(performance.now() - began).toBeLessThan(5_000);
    expect(warnings).toHaveLength(100);
    for (const { contraindications } of warnings) expect(contraindications).toEqual(many('rose').slice(0, 10));
  });

  it('read what was stated once, however many services there are', () => {
    const many = (word: string) => Array.from({ length: 1_000 }, (_, i) => `${word}${i}`);
    const lines = Array.from({ length: 200 }, (_, i) => line(`s${i}`, ...many('rose')));
    const began = performance.now();
    expect(contraindicationsOf(lines, () => stated(many('lily'), [...many('mint'), 'rose7']))).toHaveLength(100);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
});
