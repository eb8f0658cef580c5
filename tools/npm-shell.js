const LOOK_MS = 200;

/**
 * npm puts a shell in between, which dies of a SIGTERM without passing it on: once it is gone, that signal was for this process.
 * @param then called once
 */
export function whenNpmIsGone(then) {
  if (!process.env.npm_lifecycle_event) return;
  const shell = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === shell) return;
    clearInterval(watch);
    then();
  }, LOOK_MS).unref();
}
