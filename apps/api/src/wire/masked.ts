import { TAG, type Tagged } from './present.js';
import type { RowView } from './row-view.js';

/** What a caller is shown in place of a field that is withheld from that caller. */
type Masks<V> = { [K in keyof V]?: (value: V[K]) => V[K] };

/** Masks fields of a view. Its ETag differs from that of the whole view, so that neither is taken for the other. */
export function masked<V extends object>(masks: Masks<V>): (view: V) => V {
  const fields = Object.keys(masks) as (keyof V & string)[];
  return (view) => {
    const shown: V & Tagged = { ...view };
    for (const field of fields)
      if (field in view) shown[field] = (masks[field] as (value: V[typeof field]) => V[typeof field])(view[field]);
    const tag = shown[TAG];
    if (tag) shown[TAG] = () => tag().replace(/"$/, '.masked"');
    return shown;
  };
}

/** The whole view for callers who see all of it, the masked one for others. */
export const maskedUnless = <S, V extends object>(
  seesAll: boolean,
  view: RowView<S, V>,
  mask: (view: V) => V,
): RowView<S, V> => (seesAll ? view : through(view, mask));

/** The view after a mask, of some fields too. */
function through<S, V extends object>(view: RowView<S, V>, mask: (view: V) => V): RowView<S, V> {
  const part = (fields: readonly string[]): ((source: S) => V) => {
    const some = view.part?.(fields) ?? view;
    return (source) => mask(some(source));
  };
  return Object.assign((source: S) => mask(view(source)), { part });
}

/** In place of a value that may be null. */
export const withheld = (): null => null;

/** In place of a list of texts: how many there are is shown, and none of them. */
export const withheldTexts = (texts: string[]): string[] => texts.map(() => '***');
