/**
 * Which way imports run: shared ← core ← { retail, healthcare, education, logistics, beauty } ← apps/api, and into a library
 * only through its index, by its package name. So every library can be taken out and used on its own. Standalone libraries import
 * no other library.
 */
const standalone = '(embedded-postgres|route-solver|picture-reader)';
const industries = '(retail|healthcare|education|logistics|beauty)';
// As it is written where it is not installed, and as the folder it is found in where it is.
const packages = (names) => `(^|node_modules/)(@types/)?(${names})(/|$)`;

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-circular',
      comment:
        'Modules that need each other cannot be understood, or loaded, one after the other. Types alone may cite each other.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'shared-imports-no-library',
      comment: 'The kernel knows nothing above it.',
      severity: 'error',
      from: { path: '^libs/shared/' },
      to: { path: ['^libs/(?!shared/)', '^@usaha/(?!shared(/|$))'] },
    },
    {
      name: 'kernel-folders-in-one-direction',
      comment: 'Folders of the kernel that need each other are one folder. Types count too.',
      severity: 'error',
      scope: 'folder',
      from: { path: '^libs/shared/src/[^/]+$' },
      to: { circular: true },
    },
    {
      name: 'core-imports-no-industry',
      comment: 'Industries register with core; core never names one.',
      severity: 'error',
      from: { path: '^libs/core/' },
      to: { path: [`^libs/${industries}/`, `^@usaha/${industries}(/|$)`] },
    },
    {
      name: 'industries-import-no-industry',
      comment: 'What two industries share belongs in core or shared; what one tells another is a domain event.',
      severity: 'error',
      from: { path: `^libs/${industries}/` },
      to: { path: [`^libs/${industries}/`, `^@usaha/${industries}(/|$)`], pathNot: ['^libs/$1/'] },
    },
    {
      name: 'standalone-libraries-import-no-library',
      comment: 'They know no business, and no kernel: any program may use them.',
      severity: 'error',
      from: { path: `^libs/${standalone}/` },
      to: { path: ['^libs/', '^@usaha/'], pathNot: ['^libs/$1/'] },
    },
    {
      name: 'libraries-import-no-embedded-postgres',
      comment: 'No library depends on the embedded PostgreSQL: another database may stand there.',
      severity: 'error',
      from: { path: '^libs/(?!embedded-postgres/)' },
      to: { path: ['^libs/embedded-postgres/', '^@usaha/embedded-postgres(/|$)'] },
    },
    {
      name: 'libraries-import-no-app',
      severity: 'error',
      from: { path: '^libs/' },
      to: { path: ['^apps/', '^@usaha/api(/|$)'] },
    },
    {
      name: 'libraries-know-no-http',
      comment: 'A library serves any transport. Of Nest it may import @nestjs/common (a lint rule says which names).',
      severity: 'error',
      from: { path: '^libs/' },
      to: {
        path: [
          packages(
            'express|cors|helmet|body-parser|multer|fastify|koa|supertest|swagger-ui-[a-z]+|passport[a-z-]*|class-validator|class-transformer',
          ),
          '(^|node_modules/)@nestjs/(?!common(/|$))',
          '^(node:)?(http|https|http2)$',
        ],
      },
    },
    {
      name: 'libraries-only-through-their-index',
      severity: 'error',
      from: { path: '^libs/([^/]+)/' },
      to: {
        path: ['^libs/[^/]+/', '^@usaha/[^/]+/'],
        // `@usaha/shared/operation` is the application's alone.
        pathNot: ['^libs/$1/', '^libs/[^/]+/src/index\\.ts$', '^libs/shared/src/(malaysia|events)/index\\.ts$'],
      },
    },
    {
      name: 'app-imports-libraries-only-through-their-index',
      severity: 'error',
      from: { path: '^apps/' },
      to: {
        path: ['^libs/[^/]+/', '^@usaha/[^/]+/'],
        pathNot: [
          '^libs/[^/]+/src/index\\.ts$',
          '^libs/shared/src/(malaysia/index|events/index|operation)\\.ts$',
          // They load nothing, and are needed before anything is loaded.
          '^libs/embedded-postgres/src/start-error\\.ts$',
          '^libs/core/src/user/password-lists\\.ts$',
        ],
      },
    },
    {
      name: 'libraries-only-by-their-package-name',
      comment: 'A relative path into another library works in this repository only, not in its package.',
      severity: 'error',
      from: { path: '^((?:libs|apps)/[^/]+)/' },
      to: { path: '^libs/', pathNot: ['^$1/'], dependencyTypes: ['local'], dependencyTypesNot: ['aliased'] },
    },
    {
      name: 'only-documents-load-swagger',
      comment: 'A start does without it: what is said for the documents goes through wire/for-documents.ts.',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: ['^apps/api/src/docs/', '\\.spec\\.ts$'] },
      to: {
        path: ['(^|node_modules/)@nestjs/swagger(/|$)', '^apps/api/src/docs/(documents|surface-document)\\.ts$'],
        dependencyTypesNot: ['type-only', 'type-import'],
      },
    },
    {
      name: 'sources-import-no-build',
      severity: 'error',
      from: { path: '^(libs|apps)/[^/]+/src/' },
      to: { path: '^(libs|apps)/[^/]+/dist/' },
    },
    {
      name: 'nothing-unresolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
  ],
  options: {
    // Also what is imported for its types only: a package cannot be published without it.
    tsPreCompilationDeps: true,
    doNotFollow: { path: ['node_modules', '(^|/)(dist|bundle)/'] },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      // The workspace packages are followed to their sources, as the unit tests do.
      conditionNames: ['@usaha/source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
