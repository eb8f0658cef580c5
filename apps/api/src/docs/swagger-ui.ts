import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Express, Response } from 'express';

const folder = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
const assets = ['swagger-ui.css', 'swagger-ui-bundle.js', 'favicon-32x32.png'];

/** Everything comes from here, and nothing is sent elsewhere. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const page = (title: string): string => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/docs/assets/favicon-32x32.png">
    <link rel="stylesheet" href="/docs/assets/swagger-ui.css">
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/docs/assets/swagger-ui-bundle.js"></script>
    <script src="/docs/assets/start.js"></script>
  </body>
</html>
`;

// A separate file, since the policy allows no script within the page. Tags are folded: to draw hundreds of operations at
// once takes a browser most of a minute.
const START = `SwaggerUIBundle({
  url: location.pathname.replace(/\\/+$/, '') + '.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  defaultModelsExpandDepth: 0,
  displayRequestDuration: true,
  persistAuthorization: true,
  validatorUrl: 'none',
});
`;

/** Swagger UI for each document, from the package's own files: it works where there is no other network. */
export function serveSwaggerUi(express: Express, documents: readonly { name: string; title: string }[]): void {
  for (const { name, title } of documents) {
    express.get(`/docs/${name}`, (_request, response) => {
      send(response, 'html', page(title));
    });
  }
  express.get('/docs/assets/start.js', (_request, response) => {
    send(response, 'js', START);
  });
  for (const asset of assets) {
    express.get(`/docs/assets/${asset}`, (_request, response) => {
      response.sendFile(join(folder, asset), { maxAge: '1h' });
    });
  }
}

function send(response: Response, type: string, text: string): void {
  response.setHeader('Content-Security-Policy', POLICY);
  response.setHeader('Cache-Control', 'no-cache');
  response.type(type).send(text);
}
