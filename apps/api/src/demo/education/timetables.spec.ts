import { demoSchools } from './demo-schools.js';

it.each(demoSchools)(
  'no teacher and no room of $tenant_id has two classes at once, and courses of a level lie apart',
  (school) => {
    const isCentre = school.taken.length > 1;
    const taken = new Set<string>();
    for (const [level] of school.levels.entries())
      for (const { teacher, room, schedule } of school.courses(level))
        for (const [day, hours] of Object.entries(schedule))
          for (const time of hours)
            for (const owner of isCentre ? [teacher, room, `level ${level}`] : [teacher, room]) {
              const at = `${owner} ${day} ${time}`;
              expect([at, taken.has(at)]).toEqual([at, false]);
              taken.add(at);
            }
  },
);
