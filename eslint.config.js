import tseslint from 'typescript-eslint';
import usaha from './tools/eslint-wording.js';

const libraries = ['libs/*/src/**/*.ts'];
const tests = ['**/*.spec.ts', 'test/**/*.ts', 'bench/**/*.ts'];

// Of Nest a library knows what it takes to be put into a Nest application, and nothing of HTTP: another team may use it
// behind another transport, or behind none.
const nestNamesOfLibraries = ['Injectable', 'Inject', 'Module', 'DynamicModule', 'Provider', 'OnModuleInit'];
const httpPackages = ['express', 'class-validator', 'class-transformer'];

// Of TypeORM entities take decorators, and migrations their types. Its data source, repositories and managers read the rows of every
// tenant where DATABASE_URL is the owner's: the way to rows is a transaction.
const typeormNames = ['Column', 'Entity', 'MigrationInterface', 'PrimaryColumn', 'QueryRunner'];
const typeormUsers = [
  'libs/shared/src/database/{data-source,database}.ts',
  'libs/shared/src/schema/{column,migrate,table}.ts',
  'libs/shared/src/internals/typeorm.ts',
  'apps/api/src/database/{database-access,schema-drift}.ts',
  'apps/api/src/database/distribution/distribute.ts',
];

const clockReads = [
  {
    selector: "NewExpression[callee.name='Date'][arguments.length=0]",
    message: 'The domain is told the time: ctx.now.',
  },
  { selector: "CallExpression[callee.name='Date']", message: 'The domain is told the time: ctx.now.' },
  {
    selector: "CallExpression[callee.object.name='Date'][callee.property.name='now']",
    message: 'The domain is told the time: ctx.now.',
  },
];
// no-restricted-imports sees static imports only.
const hiddenNestImports = [
  {
    selector: 'ImportExpression[source.value=/^@nestjs\\u002F/]',
    message: 'A library imports Nest statically or not at all.',
  },
  {
    selector: 'TSImportType[source.value=/^@nestjs\\u002F/]',
    message: 'A library imports Nest statically or not at all.',
  },
];

// A rule has one address: entities change by their verbs, and no other code assigns their fields.
const assignments = [
  {
    selector: "AssignmentExpression[left.type='MemberExpression'][left.computed=false][left.object.type='Identifier']",
    message: 'An entity changes by its verbs: give it one that says what happens.',
  },
  {
    selector:
      "CallExpression[callee.object.name='Object'][callee.property.name='assign'][arguments.0.type='Identifier']",
    message: 'An entity changes by its verbs: give it one that says what happens.',
  },
];

// Behaviour is camelCase; recorded data is snake_case, and keeps its one spelling where it is unpacked, held or passed on.
const behaviour = [
  { selector: 'typeLike', format: ['PascalCase'] },
  { selector: 'function', format: ['camelCase', 'PascalCase'] },
  { selector: ['classMethod', 'typeMethod'], format: ['camelCase'] },
  // A table of verbs or filters: its keys are recorded names, its values happen to be functions.
  { selector: 'objectLiteralMethod', format: ['camelCase', 'snake_case', 'PascalCase'] },
  { selector: ['classMethod', 'typeMethod', 'objectLiteralMethod'], modifiers: ['requiresQuotes'], format: null },
  { selector: 'variable', format: ['camelCase', 'snake_case', 'UPPER_CASE', 'PascalCase'], leadingUnderscore: 'allow' },
  { selector: 'variable', types: ['function'], format: ['camelCase', 'UPPER_CASE', 'PascalCase'] },
  { selector: 'parameter', format: ['camelCase', 'snake_case', 'PascalCase'], leadingUnderscore: 'allow' },
  { selector: ['variable', 'parameter'], modifiers: ['destructured'], format: null },
  { selector: ['variable', 'parameter'], filter: '^_+$', format: null },
];
const recordedData = [
  ...behaviour,
  { selector: ['classProperty', 'parameterProperty'], format: ['snake_case'] },
  { selector: ['classProperty'], modifiers: ['static'], format: null },
  { selector: ['classProperty'], modifiers: ['#private'], format: null },
  // A getter is one more fact of the record.
  { selector: 'classicAccessor', format: ['snake_case'] },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/bundle/',
      '**/node_modules/',
      'coverage/',
      'test-results/',
      'mutation-report/',
      '.stryker-tmp/',
      'docs/',
      '.data/',
      '.dev/',
    ],
  },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  { plugins: { usaha }, rules: { 'usaha/wording': 'error' } },

  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strict],
    languageOptions: {
      parserOptions: {
        project: ['tools/tsconfig.lint.json'],
        tsconfigRootDir: import.meta.dirname,
        // Otherwise the second pass of --fix, and a text given on stdin, are judged without the types of other files.
        disallowAutomaticSingleRunInference: true,
      },
    },
    rules: {
      eqeqeq: 'error',
      'no-console': 'error',
      'max-lines': ['error', { max: 300 }],
      'no-else-return': 'error',
      'object-shorthand': 'error',
      'prefer-template': 'error',
      'no-restricted-syntax': 'off',

      // These ask for types, and are worth it: a forgotten await is an answer given before it is true.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
      '@typescript-eslint/await-thenable': 'error',
      '@typescript-eslint/return-await': ['error', 'in-try-catch'],
      '@typescript-eslint/only-throw-error': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-unnecessary-type-assertion': 'error',
      '@typescript-eslint/no-base-to-string': 'error',

      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      // A Nest module, and a class of static functions by which one is made, are classes for a reason.
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true, allowStaticOnly: true }],
      // Never to be turned on: `import type` of a class that a decorated constructor takes removes the metadata by which Nest injects.
      '@typescript-eslint/consistent-type-imports': 'off',
      '@typescript-eslint/naming-convention': ['error', ...behaviour],
    },
  },

  {
    files: ['**/*.entity.ts', '**/*.wire.ts'],
    rules: { '@typescript-eslint/naming-convention': ['error', ...recordedData] },
  },

  {
    files: libraries,
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@nestjs/common',
              allowImportNames: nestNamesOfLibraries,
              message: 'A library is a provider for Nest and knows nothing of HTTP.',
            },
            ...httpPackages.map((name) => ({ name, message: 'A library knows nothing of HTTP.' })),
          ],
          patterns: [
            {
              regex: '^@nestjs/(?!common$)',
              message: 'A library imports of @nestjs/common what dependency injection needs, nothing else of Nest.',
            },
            { regex: '^(express|class-validator|class-transformer)/', message: 'A library knows nothing of HTTP.' },
          ],
        },
      ],
      'no-restricted-syntax': ['error', ...clockReads, ...hiddenNestImports],
    },
  },
  {
    // Processes are waited for by the clock of the system: there is no domain here.
    files: ['libs/embedded-postgres/src/**/*.ts', 'libs/*/src/**/*.spec.ts'],
    rules: { 'no-restricted-syntax': ['error', ...hiddenNestImports] },
  },

  {
    files: ['libs/*/src/**/*.service.ts', 'libs/*/src/**/*-keeper.ts', 'libs/*/src/**/*-ledger.ts'],
    rules: { 'no-restricted-syntax': ['error', ...clockReads, ...hiddenNestImports, ...assignments] },
  },

  {
    files: ['libs/*/src/**/*.ts', 'apps/*/src/**/*.ts'],
    ignores: ['**/*.spec.ts', ...typeormUsers],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'typeorm',
              allowImportNames: typeormNames,
              message: 'Rows are read and written in a transaction of Database, which is bound to one tenant.',
            },
          ],
          patterns: [{ regex: '^typeorm/', message: 'Of TypeORM nothing is imported from inside.' }],
        },
      ],
    },
  },

  // A migration is one long list of SQL, best read in one piece.
  { files: ['libs/*/src/**/migrations/**/*.ts'], rules: { 'max-lines': 'off' } },
  // What people choose as passwords.
  { files: ['libs/core/src/user/common-passwords.ts'], rules: { 'usaha/wording': 'off' } },
  { files: ['apps/*/src/cli.ts', 'apps/*/src/main.ts', 'tools/**', 'bench/**'], rules: { 'no-console': 'off' } },
  {
    files: tests,
    rules: {
      'max-lines': 'off',
      // A test that asserts too much fails, which is what it is for; and it speaks of bodies as the wire has them.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/naming-convention': 'off',
    },
  },

  {
    files: ['**/*.{js,cjs,mjs}'],
    extends: [tseslint.configs.strict],
    rules: { eqeqeq: 'error', '@typescript-eslint/no-require-imports': 'off' },
  },
);
