import { Query } from '@nestjs/common';
import type { Context, Language, Report } from '@usaha/shared';
import { ReportReading, reportFormats } from '@usaha/shared/operation';
import { Ctx } from '../../wire/context.decorator.js';
import { ReadIn } from '../../wire/language.decorator.js';
import { choices } from '../../wire/choices.js';
import { param } from '../../wire/param.js';
import { AlsoAs, Reads, type About } from '../../wire/route.js';
import type { ReportParameters } from './report-renderer.js';
import { choicesOf, reportName, reportView } from './report-view.js';

const LANGUAGE = 'Titles and PDF are in English, or in Malay if Accept-Language prefers ms.';
const PARAMETER_TYPES = 'design:paramtypes';

/** Media types of the formats that are files. */
const mediaTypes = { csv: 'text/csv', pdf: 'application/pdf' } as const;
const filesOf = (formats: readonly string[]) => (['csv', 'pdf'] as const).filter((format) => formats.includes(format));

/** The arguments of a handler that answers a report. */
export type ReportArguments = [ctx: Context, asked: ReportParameters, language: Language];

/**
 * GET of a report: its parameters, what they may be, its formats and its answer are those of its declaration. The
 * handler hands its arguments to the renderer, for any report.
 */
export const ReadsReport =
  <Q extends object, G extends string>(path: string, report: Report<Q, G>, { summary, description }: About) =>
  <Handler extends (...asked: ReportArguments) => unknown>(
    controller: object,
    handler: string,
    descriptor: TypedPropertyDescriptor<Handler>,
  ): void => {
    const { formats = reportFormats } = report;
    const about = { summary, description: `${description} ${LANGUAGE}` };
    Reads(path, reportView(report), about)(controller, handler, descriptor);
    AlsoAs(...filesOf(formats).map((format) => mediaTypes[format]))(controller, handler, descriptor);
    Ctx()(controller, handler, 0);
    Query()(controller, handler, 1);
    ReadIn()(controller, handler, 2);
    Reflect.defineMetadata(PARAMETER_TYPES, [Object, parametersOf(report), String], controller, handler);
  };

/** The class of a report's query parameters, as if it had been written out. */
function parametersOf<Q extends object, G extends string>(report: Report<Q, G>): new () => ReportParameters {
  const { parameter, parameterNote, fallback, formats = reportFormats } = report;
  class Parameters implements ReportParameters {
    readonly format?: ReportParameters['format'];

    reading(ctx: Context, language: Language): ReportReading {
      const { format: _, ...asked } = this as unknown as Q & Record<string, G | undefined>;
      const grouping = parameter === undefined ? undefined : asked[parameter];
      return ReportReading.of<Q, G>(ctx, report, { ...(asked as unknown as Q), grouping }, language);
    }
  }
  const declare = (name: string, decorate: PropertyDecorator): void => decorate(Parameters.prototype, name);
  for (const [name, filter] of Object.entries<Report<Q, G>['filters'][keyof Q]>(report.filters)) {
    const { description } = filter;
    if (filter.kind === 'flag') declare(name, param.flag(description));
    else if (filter.kind === 'choice')
      declare(name, param.choice(`${description}; default ${filter.fallback}`, choicesOf(report, name, filter)));
    else declare(name, param[filter.kind](description, filter.example));
  }
  const note = parameterNote === undefined ? '' : `. ${parameterNote}`;
  if (parameter !== undefined) {
    const groupings = choices(`${reportName(report)}Grouping`, Object.keys(report.groupings));
    declare(parameter, param.choice(`Grouping of the rows; default ${fallback}${note}`, groupings));
  }
  const printed = formats.includes('pdf') ? '. CSV is UTF-8 with a byte order mark, PDF is A4' : '';
  const named = formats.length === reportFormats.length ? 'ReportFormat' : 'TableReportFormat';
  declare('format', param.choice(`Format of the report; default json${printed}`, choices(named, formats)));
  return Parameters;
}
