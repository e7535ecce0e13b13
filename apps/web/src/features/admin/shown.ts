/** Which part of a list is shown, as `show=` in the address. */

/** The choices with their labels; the first is what is shown when the address names none. */
export type Choosable<Show extends string> = Readonly<Record<Show, string>>;

/** The names of the choices, in order. */
export const namesOf = <Show extends string>(choices: Choosable<Show>) => Object.keys(choices) as [Show, ...Show[]];

/** What a request asks a list to show. */
export function shownOf<Show extends string>(request: Request, choices: Choosable<Show>): { show: Show } {
  const names = namesOf(choices);
  const asked = new URL(request.url).searchParams.get('show');
  return { show: names.find((name) => name === asked) ?? names[0] };
}

/** The same for a list that can be searched. */
export const searchOf = <Show extends string>(request: Request, choices: Choosable<Show>) => ({
  ...shownOf(request, choices),
  search: new URL(request.url).searchParams.get('search') ?? '',
});
