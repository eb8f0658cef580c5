import type { MigrationInterface, QueryRunner } from 'typeorm';

/** As this release has them: when levels get other names, this stays as it was run. */
const levelKey = (column: string): string =>
  `COALESCE(('{"form 1": "form 1", "form 2": "form 2", "form 3": "form 3", "form 4": "form 4", "form 5": "form 5", "form 6": "form 6", "year 1": "standard 1", "year 2": "standard 2", "year 3": "standard 3", "year 4": "standard 4", "year 5": "standard 5", "year 6": "standard 6", "lower 6": "form 6", "tahun 1": "standard 1", "tahun 2": "standard 2", "tahun 3": "standard 3", "tahun 4": "standard 4", "tahun 5": "standard 5", "tahun 6": "standard 6", "upper 6": "form 6", "darjah 1": "standard 1", "darjah 2": "standard 2", "darjah 3": "standard 3", "darjah 4": "standard 4", "darjah 5": "standard 5", "darjah 6": "standard 6", "primary 1": "standard 1", "primary 2": "standard 2", "primary 3": "standard 3", "primary 4": "standard 4", "primary 5": "standard 5", "primary 6": "standard 6", "standard 1": "standard 1", "standard 2": "standard 2", "standard 3": "standard 3", "standard 4": "standard 4", "standard 5": "standard 5", "standard 6": "standard 6", "matrikulasi": "matriculation", "tingkatan 1": "form 1", "tingkatan 2": "form 2", "tingkatan 3": "form 3", "tingkatan 4": "form 4", "tingkatan 5": "form 5", "tingkatan 6": "form 6", "lower form 6": "form 6", "upper form 6": "form 6", "matriculation": "matriculation"}'::jsonb ->> "substring"(btrim(regexp_replace(lower(NORMALIZE(${column}, NFKC)), '\\s+'::text, ' '::text, 'g'::text)), '^(standard 1|tahun 1|year 1|darjah 1|primary 1|standard 2|tahun 2|year 2|darjah 2|primary 2|standard 3|tahun 3|year 3|darjah 3|primary 3|standard 4|tahun 4|year 4|darjah 4|primary 4|standard 5|tahun 5|year 5|darjah 5|primary 5|standard 6|tahun 6|year 6|darjah 6|primary 6|form 1|tingkatan 1|form 2|tingkatan 2|form 3|tingkatan 3|form 4|tingkatan 4|form 5|tingkatan 5|form 6|tingkatan 6|lower 6|upper 6|lower form 6|upper form 6|matriculation|matrikulasi)(?![[:alnum:]])'::text)), NULLIF(lower(btrim(${column}, ' \t\r\n'::text)), ''::text))`;
const key = (column: string): string => `lower(btrim(${column}))`;

const tables = [
  { table: 'students', column: 'current_grade', index: 'students_grade' },
  { table: 'classes', column: 'grade_level', index: 'classes_grade' },
  { table: 'fees', column: 'grade_level', index: 'fees_grade' },
] as const;

/** Levels are compared by the level that a text names: `Tingkatan 4 Sains` is `form 4` in filters and billing too. */
export class LevelKeys1764950200000 implements MigrationInterface {
  static readonly oldest_release = '1.2.0';

  up(runner: QueryRunner): Promise<void> {
    return replace(runner, levelKey);
  }

  down(runner: QueryRunner): Promise<void> {
    return replace(runner, key);
  }
}

async function replace(runner: QueryRunner, keyOf: (column: string) => string): Promise<void> {
  for (const { table, column, index } of tables) {
    await runner.query(`drop index education.${index}`);
    await runner.query(`alter table education.${table} drop column ${column}_key`);
    await runner.query(`
      alter table education.${table} add column ${column}_key text generated always as (${keyOf(column)}) stored`);
    await runner.query(`
      create index ${index} on education.${table} (tenant_id, ${column}_key, id desc) where deleted_at is null`);
  }
}
