import { readdirSync, statSync, watch } from 'node:fs';
import { join } from 'node:path';

/**
 * Watches the files of a folder and of the folders in it, those that are added later too. Each folder is watched and not each
 * file: editors replace a file by another of its name.
 * @param onChange gets the path of a file that was written, replaced or removed
 */
export function watchFolder(folder, onChange) {
  watch(folder, (event, name) => {
    if (name === null) return;
    const path = join(folder, name);
    if (!isFolder(path)) onChange(path);
    else if (event === 'rename') {
      watchFolder(path, onChange);
      // Files that were written before the watch began.
      for (const file of readdirSync(path, { recursive: true })) onChange(join(path, file));
    }
  });
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) watchFolder(join(folder, entry.name), onChange);
}

const isFolder = (path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
