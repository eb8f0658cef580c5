import { TAG, type Tagged } from './present.js';

/** What a caller is shown in place of a field that is withheld from that caller. */
type Masks<V> = { [K in keyof V]?: (value: V[K]) => V[K] };

/** Masks fields of a view. Its ETag differs from that of the whole view, so that neither is taken for the other. */
export function masked<V extends object>(masks: Masks<V>): (view: V) => V {
  const fields = Object.keys(masks) as (keyof V & string)[];
  return (view) => {
    const shown: V & Tagged = { ...view };
    for (const field of fields)
      shown[field] = (masks[field] as (value: V[typeof field]) => V[typeof field])(view[field]);
    const tag = shown[TAG];
    if (tag) shown[TAG] = () => tag().replace(/"$/, '.masked"');
    return shown;
  };
}
