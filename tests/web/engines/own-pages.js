// Pages of other people, as the ways in are shown on them.

const lesson = `<!doctype html>
<html lang="en">
  <head>
    <title>A lesson</title>
    <script type="module" src="/element/define.js"></script>
  </head>
  <body>
    <h1>A lesson</h1>
    <signal-scope id="one" preset="initialisation" depth="30"></signal-scope>
    <signal-scope id="two" preset="residual" depth="6" theme="dark" lang="de"></signal-scope>
  </body>
</html>
`;

const source = '/embed.html?v=1&amp;preset=initialisation&amp;depth=12';

const host = `<!doctype html>
<html lang="en">
  <head>
    <title>A course</title>
  </head>
  <body>
    <h1>A course</h1>
    <iframe id="open" src="${source}" title="A chart" width="900" height="300" data-signalscope></iframe>
    <iframe id="closed" src="${source}" title="The same" width="900" height="300" data-signalscope sandbox="allow-scripts"></iframe>
    <script src="/host.js"></script>
  </body>
</html>
`;

/** By path. @type {Record<string, string>} */
export const ownPages = { '/lesson.html': lesson, '/host.html': host };
