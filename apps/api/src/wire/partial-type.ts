import type { ApiPropertyOptions } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { declarationsOf, declared } from './declared-fields.js';

/** A body with the same fields, each of which may be left out; null is refused where it was. */
export function PartialType<B extends object>(whole: new () => B): new () => Partial<B> {
  class Part {
    /** For the compiler alone. */
    declare readonly whole?: B;
  }
  const { prototype } = whole as { prototype: object };
  for (const [key, { document, rules, ...same }] of declarationsOf(whole)) {
    const part = declared({
      ...same,
      document: () => {
        const type: unknown = Reflect.getMetadata('design:type', prototype, key);
        return { type, ...document(), required: false } as ApiPropertyOptions;
      },
      rules: () => [...(rules?.() ?? []), ValidateIf((_, value) => value !== undefined)],
    });
    part(Part.prototype, key);
  }
  return Part as new () => Partial<B>;
}
