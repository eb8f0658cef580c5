import { allergyWarnings, warningText } from './allergy-warnings.js';
import { drugClasses } from './drug-classes.js';

const isWarned = (medication: string | null, ...allergies: string[]): boolean =>
  allergyWarnings(medication, allergies).length > 0;

describe('A-176: the warnings of a prescription', () => {
  it('say which allergy the medication names', () => {
    const warnings = allergyWarnings(' Penicillin V 250 mg', ['Seafood', 'penicillin ']);
    expect(warnings).toEqual([{ allergy: 'penicillin', medication: 'Penicillin V 250 mg' }]);
    expect(warnings.map((warning) => [warningText(warning, 'en'), warningText(warning, 'ms')])).toEqual([
      [
        'The patient is allergic to penicillin, and this is a prescription of Penicillin V 250 mg',
        'Pesakit alah kepada penicillin, dan preskripsi ini ialah Penicillin V 250 mg',
      ],
    ]);
  });

  it('stay as they are where an earlier release stored the sentence', () => {
    expect(warningText('The patient is allergic to Latex', 'ms')).toBe('The patient is allergic to Latex');
  });

  it('are one for every allergy that is named, and none twice', () => {
    const warnings = allergyWarnings('Aspirin 75mg + Ibuprofen', ['Ibuprofen', 'Aspirin', 'Aspirin', 'Latex']);
    expect(warnings.map(({ allergy }) => allergy)).toEqual(['Ibuprofen', 'Aspirin']);
  });

  it('do not ask for the case, nor for where the word stands', () => {
    for (const medication of ['ASPIRIN', 'aspirin', 'Tab. Aspirin 100mg', 'paracetamol/aspirin', 'aspirin-EC'])
      expect([medication, isWarned(medication, 'Aspirin')]).toEqual([medication, true]);
  });

  it('take whole words: a name within another is not meant', () => {
    for (const medication of ['Aspirinol', 'Amoxapine 50 mg', 'Paracetamol'])
      expect([medication, isWarned(medication, 'Aspirin', 'Penicillin')]).toEqual([medication, false]);
  });

  it('recognise an allergy of several words by any that names something', () => {
    expect(isWarned('Penicillin G', 'Penicillin (rash)')).toBe(true);
    expect(isWarned('Penicillin G', 'Penicillins')).toBe(true);
    expect(isWarned('Sulfa cream', 'Sulfa drugs')).toBe(true);
    expect(isWarned('Any drug for cough and cold', 'Sulfa drugs and seafood')).toBe(false);
    expect(isWarned('Amlodipine 5 mg', 'Iodine 10 mg')).toBe(false);
  });

  it('know words of other alphabets, and those too short to tell when there are no others', () => {
    expect(isWarned('青霉素 250', '青霉素')).toBe(true);
    expect(isWarned('K Y gel', 'KY', 'K Y')).toBe(true);
  });

  it('are none without allergies, words or medication', () => {
    expect(isWarned('Aspirin')).toBe(false);
    expect(isWarned('Aspirin', '', '   ', '---', '5')).toBe(false);
    expect(isWarned(null, 'Aspirin')).toBe(false);
    expect(isWarned('', 'Aspirin')).toBe(false);
  });
});

describe('A-375: classes of drugs', () => {
  const text = (medication: string, allergy: string, language: 'en' | 'ms' = 'en') =>
    allergyWarnings(medication, [allergy]).map((warning) => warningText(warning, language));

  it.each([
    ['Augmentin 625 mg', 'Penicillin', 'augmentin', 'penicillins'],
    ['Amoxycillin 250mg caps', 'penisilin', 'amoxycillin', 'penicillins'],
    ['Bactrim DS', 'Sulfa drugs', 'bactrim', 'sulfonamides'],
    ['Ponstan 500mg', 'NSAIDs', 'ponstan', 'NSAIDs'],
    ['Voltaren SR', 'ibuprofen', 'voltaren', 'NSAIDs'],
    ['Cardiprin 100', 'Aspirin', 'cardiprin', 'aspirin and salicylates'],
    ['Klacid 250', 'Erythromycin', 'klacid', 'macrolides'],
    ['Panadol', 'Paracetamol', 'panadol', 'paracetamol'],
    ['Tegretol CR', 'Phenytoin', 'tegretol', 'aromatic anticonvulsants'],
    ['Omnipaque 300', 'contrast', 'omnipaque', 'iodinated contrast media'],
    ['Perindopril 4mg', 'ACE inhibitors', 'perindopril', 'ACE inhibitors'],
  ])('%s for a patient who is allergic to %s: names drug and class', (medication, allergy, drug, drug_class) => {
    expect(text(medication, allergy)).toEqual([
      `The patient is allergic to ${allergy}, and ${drug} is one of the ${drug_class}`,
    ]);
    expect(text(medication, allergy, 'ms')).toEqual([expect.stringContaining(drug)]);
  });

  it('names classes with which reactions in common are described', () => {
    expect(text('Zinnat 250 mg', 'Penicillin')).toEqual([expect.stringMatching(/zinnat.*cephalosporins.*in common/)]);
    expect(text('Brufen', 'Aspirin')).toEqual([expect.stringMatching(/brufen.*NSAIDs/)]);
  });

  it('does not warn of other classes, of furosemide for sulfonamides, nor of a class that is only part of a word', () => {
    for (const [medication, allergy] of [
      ['Furosemide 40mg', 'Sulfa'],
      ['Nystatin', 'Statins'],
      ['Metformin', 'Penicillin'],
      ['Zinnat', 'NSAIDs'],
    ] as const)
      expect([medication, text(medication, allergy)]).toEqual([medication, []]);
  });

  it('has every word in one spelling, and every related class', () => {
    const keys = drugClasses.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    for (const { named, members, related = [] } of drugClasses) {
      for (const word of [...named, ...members]) expect(word).toMatch(/^[a-z]{3,}$/);
      expect(keys).toEqual(expect.arrayContaining([...related]));
    }
  });
});
