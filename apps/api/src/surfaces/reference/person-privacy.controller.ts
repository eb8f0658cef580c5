import { Body, Controller, Param, Query, type Type } from '@nestjs/common';
import {
  PersonAccesses,
  PersonErasure,
  PersonExport,
  erasedEarly,
  type ClearRecord,
  type DataSubject,
  type ModuleKey,
  type PersonalData,
  type StatutoryPeriod,
} from '@usaha/core';
import type { Context, Language } from '@usaha/shared';
import { Ctx } from '../../wire/context.decorator.js';
import { ReadIn } from '../../wire/language.decorator.js';
import { sentence } from '../../wire/sentence.js';
import { fieldsOf } from '../../wire/declared-fields.js';
import { field } from '../../wire/field.js';
import { ApiTags } from '../../wire/for-documents.js';
import { Needs, OfModule, SessionOnly, StepUp } from '../../wire/permissions.js';
import { Records, type Finder } from '../../wire/records.js';
import { Acts, Addition, Lists, Reads } from '../../wire/route.js';
import { plainView } from '../../wire/view.js';
import { AuditView, auditView } from './core/audit.wire.js';
import { FileView, fileView } from './core/files.wire.js';
import { ErasureBody, FormerNameView, PersonAccessView, personAccessView } from './person-privacy.wire.js';
import { ReferencePage, pageOf } from './reference.js';

type View = new () => object;

/** Fields of an answer, each declared with the field vocabulary. */
type Declared<K extends string> = Readonly<Record<K, PropertyDecorator>>;

/** What the routes say and show of one kind of persons: only what differs between the trades. */
export interface PersonPrivacy<P extends DataSubject, N extends string> {
  data: PersonalData<P, N>;
  /** The service that finds the person, so that an unknown id is a 404. */
  service: Finder;
  module: ModuleKey;
  /** The collection, which is the tag of the documents as well: `clients`. */
  collection: string;
  /** The parameter of the path: `client_id`. */
  parameter: string;
  /** The person in a summary: `a client's`. */
  possessive: string;
  exported: {
    /** The name of the answer's schema, and what it describes. */
    schema: string;
    meaning: string;
    /** The data that the description names: Exports …. */
    content: string;
    /** The person under the name that the answer gives it. */
    person: readonly [name: string, declared: PropertyDecorator];
    show: (ctx: Context, person: P) => object;
    /** Every kind of records about the person. Records with a view are narrowed to it; others are answered as they are kept. */
    records: Declared<N>;
    trail: string;
  };
  erased: {
    schema: string;
    meaning: string;
    /** The data that the description names: Erases …. */
    content: string;
    id: string;
    /** How many records were blanked, by their name, or stay whole by law, by their name with `_kept`. */
    counts: Partial<Declared<N | `${N}_kept`>>;
  };
  /** Where the trade lists who read the data: the description of that route. */
  accesses?: string;
}

/** A class of fields that are declared one by one. */
function viewOfFields(name: string, meaning: string, fields: Readonly<Record<string, PropertyDecorator>>): View {
  class FieldsView {
    /** For the compiler alone. */
    declare readonly fields?: never;
  }
  const view: View = FieldsView;
  Object.defineProperty(view, 'name', { value: name });
  field.record(meaning)(view);
  for (const [key, declare] of Object.entries(fields)) declare(view.prototype as object, key);
  return view;
}

/**
 * Makes the controller of one kind of persons: export, erasure and, where the declaration describes it, the list of
 * accesses. All of them are for administrators.
 */
export function personPrivacyController<P extends DataSubject, N extends string>({
  data,
  service,
  module,
  collection,
  parameter,
  possessive,
  exported,
  erased,
  accesses,
}: PersonPrivacy<P, N>): Type {
  const [personName, declaredPerson] = exported.person;
  const ExportView = viewOfFields(exported.schema, exported.meaning, {
    exported_at: field.instant('When the export was made (UTC)'),
    [personName]: declaredPerson,
    ...exported.records,
    former_names: field.nestedList('How earlier documents name the person, the last first', FormerNameView),
    files: field.nestedList(
      'Files of the person and of the records, without their content; newest first (A-493)',
      FileView,
    ),
    audit_entries: field.nestedList(exported.trail, AuditView),
  });
  const ErasureView = viewOfFields(erased.schema, erased.meaning, {
    id: field.id(erased.id),
    erased: field.flag('Always true', true),
    erased_at: field.instant('When it was done (UTC)'),
    ...(erased.counts as Declared<string>),
    files: field.count('Number of files that were deleted: those of the person and of erased records (A-493)', 3),
    ...(data.advised ? { warnings: declaredWarnings(data.advised) } : {}),
  });
  const held = fieldsOf(ExportView);
  const narrowed = (Object.keys(data.records) as N[]).map((name) => {
    const view = held.get(name);
    return [name, typeof view === 'function' ? plainView<ClearRecord, object>(view) : (as: ClearRecord) => as] as const;
  });

  @ApiTags(collection)
  @OfModule(module)
  @Records({ [parameter]: service })
  @Controller(`api/v1/${module}/${collection}`)
  class PersonPrivacyController {
    constructor(
      private readonly exports: PersonExport,
      private readonly erasures: PersonErasure,
      private readonly readings: PersonAccesses,
    ) {}

    @Reads(`:${parameter}/export`, ExportView, {
      summary: `Export ${possessive} data`,
      description: `For administrators. Exports ${exported.content}. Files are listed by name, and read at files/{file_id}/content/. The export is recorded in the audit trail.`,
    })
    @Addition()
    @Needs('persons.administer')
    @SessionOnly()
    @StepUp()
    async export(@Ctx() ctx: Context, @Param(parameter) id: string) {
      const { person, records, former_names, files, audit_entries } = await this.exports.of(ctx, data, id);
      return {
        exported_at: ctx.now,
        [personName]: exported.show(ctx, person),
        ...Object.fromEntries(narrowed.map(([name, show]) => [name, records[name].map(show)])),
        former_names,
        files: files.map((file) => fileView(file)),
        audit_entries: audit_entries.map(auditView),
      };
    }

    @AccessesOf(parameter, possessive, accesses)
    async accesses(ctx: Context, id: string, query: ReferencePage) {
      return (await this.readings.of(ctx, data, id, pageOf(query))).map(personAccessView);
    }

    @Acts(`:${parameter}/erase`, ErasureView, {
      summary: `Erase ${possessive} data`,
      description: `For administrators. Erases ${erased.content} Files of the person and of erased records are deleted; those of records that are kept whole stay with them (A-493).`,
    })
    @Addition()
    @Needs('persons.administer')
    @SessionOnly()
    @StepUp()
    async erase(
      @Ctx() ctx: Context,
      @Param(parameter) id: string,
      @Body() { reason }: ErasureBody,
      @ReadIn() language: Language,
    ) {
      const { person, blanked, kept, files, early } = await this.erasures.erase(ctx, data, id, { reason });
      const warnings = early && data.advised ? [erasedEarly(early, data.advised).in(language)] : [];
      const counts = { ...blanked, ...keptNames(kept) } as Readonly<Record<string, number>>;
      return {
        id: person.id,
        erased: true,
        erased_at: person.erased_at,
        ...Object.fromEntries(Object.keys(erased.counts).map((name) => [name, counts[name]])),
        files,
        ...(data.advised ? { warnings: warnings.map(sentence) } : {}),
      };
    }
  }
  // Routes are told apart in the documents by the names of their controllers.
  Object.defineProperty(PersonPrivacyController, 'name', {
    value: `PersonPrivacyController of ${module}/${collection}`,
  });
  return PersonPrivacyController;
}

const declaredWarnings = ({ period }: StatutoryPeriod): PropertyDecorator =>
  field.texts(
    `Things to look at, in the language of the request: records that should have been kept for ${period} after the last of them`,
    [],
  );

const keptNames = (kept: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(kept).map(([name, count]) => [`${name}_kept`, count]));

/** Makes a route of the list of accesses where it is described; otherwise the controller has none. */
const AccessesOf =
  (parameter: string, possessive: string, description: string | undefined): MethodDecorator =>
  (controller, name, handler) => {
    if (description === undefined) return;
    const about = { summary: `List who read ${possessive} data`, description };
    // The last parameter first, as TypeScript does: the documents name the parameters in the order of their decorators.
    for (const [place, bind] of [...[Ctx(), Param(parameter), Query()].entries()].reverse())
      bind(controller, name, place);
    for (const decorate of [
      Lists(`:${parameter}/accesses`, 'accesses', PersonAccessView, about),
      Addition(),
      Needs('persons.administer'),
    ])
      decorate(controller, name, handler);
  };
