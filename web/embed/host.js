// For a page that holds embed.html in an iframe: the frame gets the height of its chart.
//
//   <iframe src="https://…/embed.html?v=1&preset=residual" data-signalscope title="Signalscope"></iframe>
//   <script src="https://…/host.js"></script>
(() => {
  const least = 120;
  const most = 6000;

  /** A frame without an origin of its own says "null". @param {HTMLIFrameElement} frame */
  const originsOf = (frame) => [new URL(frame.src, document.baseURI).origin, 'null'];

  addEventListener('message', ({ data, origin, source }) => {
    if (typeof data !== 'object' || data === null || data.signalscope !== 1) return;
    const { height } = data;
    if (typeof height !== 'number' || !Number.isFinite(height) || height <= 0) return;
    for (const frame of document.querySelectorAll('iframe[data-signalscope]')) {
      if (!(frame instanceof HTMLIFrameElement) || frame.contentWindow !== source) continue;
      if (originsOf(frame).includes(origin))
        frame.height = String(Math.ceil(Math.min(Math.max(height, least), most)));
    }
  });
})();
