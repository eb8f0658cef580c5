// Loaded into servers that tests start: passwords are hashed by the same algorithm at its least cost, since tests make
// thousands of accounts. A stored hash says its own cost, so that it is verified as production does. The product knows
// nothing of this, and no setting of it lowers the cost.
import { createRequire } from 'node:module';

// As @usaha/core finds it; imports read what the CommonJS module holds when they are first evaluated.
const require = createRequire(new URL('../../libs/core/package.json', import.meta.url));
const argon2 = require('@node-rs/argon2');
const { hash } = argon2;
argon2.hash = (password, options) => hash(password, { ...options, memoryCost: 8, timeCost: 1 });
