import type { Express, Request, Response } from 'express';

/** What there is to find, by addresses that hold behind a proxy's path too: none begins with a slash. */
const places = [
  { key: 'contract', about: 'The contract surface, /v1', path: 'docs/contract' },
  { key: 'reference', about: 'The reference surface, /api/v1', path: 'docs/reference' },
  { key: 'health', about: 'Whether it is ready', path: 'health/ready' },
] as const;

const documents = places.filter(({ path }) => path.startsWith('docs/'));

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Usaha</title>
  </head>
  <body>
    <h1>Usaha</h1>
    <p>The backend of a business application for small and medium businesses in Malaysia.</p>
    <ul>
${places.map(({ about, path }) => `      <li>${about}: <a href="${path}">${path}</a></li>`).join('\n')}
${documents.map(({ path }) => `      <li>OpenAPI: <a href="${path}.json">${path}.json</a></li>`).join('\n')}
    </ul>
  </body>
</html>
`;

const body = {
  name: 'Usaha',
  documents: Object.fromEntries(documents.map(({ key, path }) => [key, `/${path}`])),
  openapi: Object.fromEntries(documents.map(({ key, path }) => [key, `/${path}.json`])),
  health: '/health/ready',
};

/** `/`, for visitors of the bare address: where documents and health are, as a page or as JSON, by what is accepted. */
export function serveLandingPage(app: Express): void {
  app.get('/', (request: Request, response: Response) => {
    response.vary('Accept');
    response.setHeader('Cache-Control', 'no-cache');
    if (request.accepts(['json', 'html']) === 'html') response.type('html').send(page);
    else response.json(body);
  });
}
