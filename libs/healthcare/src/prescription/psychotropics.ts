import { namesFoundIn } from '@usaha/shared';

/**
 * Psychotropic substances that clinics prescribe, and brands of them (Third Schedule to the Poisons Act 1952; Poisons (Psychotropic
 * Substances) Regulations 1989). The list was not compared with the gazetted schedule, and is not complete: a medicine that it does not
 * name may be one.
 */
const names =
  `alprazolam bromazepam chlordiazepoxide clobazam clonazepam clorazepate diazepam flurazepam lorazepam midazolam nitrazepam
  oxazepam temazepam triazolam zolpidem buprenorphine methylphenidate phentermine phenobarbital phenobarbitone pentazocine
  xanax lexotan frisium rivotril valium ativan dormicum stilnox subutex suboxone ritalin concerta duromine`.split(
    /\s+/,
  );

const found = namesFoundIn(names);

/** Whether a medication names a psychotropic substance that is known here. */
export const isPsychotropic = (medication: string | null): boolean => found(medication ?? '').length > 0;
