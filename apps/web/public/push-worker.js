/** Shows what the server tells this browser while no page of ours is open, and opens the screen that it is about. */
addEventListener('push', (event) => {
  const { title, text, path, tag } = event.data.json();
  event.waitUntil(
    self.registration.showNotification(title, { body: text, tag, icon: '/icon-192.png', data: { path } }),
  );
});

addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(new URL(event.notification.data.path, location.origin)));
});

/** A page that shows it already comes to the front; what is typed in any other page stays. */
async function open(url) {
  if (url.origin !== location.origin) return;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = pages.find((page) => page.url === url.href);
  await (shown === undefined ? self.clients.openWindow(url.href) : shown.focus());
}
