// The offline page stands in for another one, which is loaded as soon as the server answers again. A new version gets a new name.
if (location.pathname !== '/offline') {
  const ask = () =>
    fetch(location.pathname, { method: 'HEAD', cache: 'no-store' }).then(
      () => location.reload(),
      () => undefined,
    )
  addEventListener('online', ask)
  setInterval(ask, 5000)
}
