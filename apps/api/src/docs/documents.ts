import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, SwaggerModule, type OpenAPIObject } from '@nestjs/swagger';
import type { Express } from 'express';
import { ContractModule } from '../contract/contract.module.js';
import { ReferenceModule } from '../reference/reference.module.js';

/** The OpenAPI document of each surface. */
export function documentsOf(app: INestApplication): Record<'contract' | 'reference', OpenAPIObject> {
  const build = (title: string, module: new () => object) =>
    SwaggerModule.createDocument(
      app,
      new DocumentBuilder().setTitle(title).setVersion('1.0.0').setOpenAPIVersion('3.1.0').addBearerAuth().build(),
      {
        include: [module],
        deepScanRoutes: true,
      },
    );
  return {
    contract: build('Usaha, contract surface', ContractModule),
    reference: build('Usaha, reference surface', ReferenceModule),
  };
}

export function serveDocuments(app: INestApplication, express: Express): void {
  const documents = documentsOf(app);
  for (const name of ['contract', 'reference'] as const) {
    express.get(`/docs/${name}.json`, (_request, response) => {
      response.json(documents[name]);
    });
  }
}
