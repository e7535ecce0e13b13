/**
 * Finds JSX in which React would insert or remove a bare text node. When a browser translates a page, it replaces
 * text nodes with `<font>` elements. If React then changes such a text node, it throws `NotFoundError` and the page
 * crashes. Conditional text must have its own element, because a translation keeps elements in place.
 */
import { parseSync } from 'vite';
import { readSources, reportProblems } from './sources.ts';
import { isNode, type Node } from './syntax.ts';

export interface TranslationProblem {
  line: number;
  message: string;
}

/** Kinds of nodes that a child of a JSX element may render. */
interface RenderKind {
  text: boolean;
  element: boolean;
  nothing: boolean;
}

const RENDERS_TEXT: RenderKind = { text: true, element: false, nothing: false };
const RENDERS_ELEMENT: RenderKind = { text: false, element: true, nothing: false };
const RENDERS_NOTHING: RenderKind = { text: false, element: false, nothing: true };
const combineKinds = (one: RenderKind, other: RenderKind): RenderKind => ({
  text: one.text || other.text,
  element: one.element || other.element,
  nothing: one.nothing || other.nothing,
});

/** Returns true if a node is whitespace with a line break, which JSX drops. */
const isBlank = (node: Node) =>
  node.type === 'JSXText' && /^\s*$/.test(String(node['value'])) && String(node['value']).includes('\n');

const listChildren = (node: Node): Node[] =>
  (node['children'] as Node[]).filter(
    (child) =>
      !isBlank(child) &&
      !(child.type === 'JSXExpressionContainer' && (child['expression'] as Node).type === 'JSXEmptyExpression'),
  );

/**
 * Returns the children that are rendered next to each other in the same parent. The children of fragments are
 * included.
 */
const listFlatChildren = (node: Node): Node[] =>
  listChildren(node).flatMap((child) => (child.type === 'JSXFragment' ? listFlatChildren(child) : [child]));

function getRenderKind(node: Node): RenderKind {
  switch (node.type) {
    case 'JSXText':
    case 'TemplateLiteral':
      return RENDERS_TEXT;
    case 'JSXElement':
      return RENDERS_ELEMENT;
    case 'JSXFragment':
      return listFlatChildren(node).map(getRenderKind).reduce(combineKinds, RENDERS_NOTHING);
    case 'JSXExpressionContainer':
      return getRenderKind(node['expression'] as Node);
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'TSAsExpression':
      return getRenderKind(node['expression'] as Node);
    case 'Literal':
      return typeof node['value'] === 'string'
        ? node['value'] === ''
          ? RENDERS_NOTHING
          : RENDERS_TEXT
        : typeof node['value'] === 'number'
          ? RENDERS_TEXT
          : RENDERS_NOTHING;
    case 'ConditionalExpression':
      return combineKinds(getRenderKind(node['consequent'] as Node), getRenderKind(node['alternate'] as Node));
    case 'LogicalExpression':
      return node['operator'] === '&&'
        ? combineKinds(RENDERS_NOTHING, getRenderKind(node['right'] as Node))
        : combineKinds(getRenderKind(node['left'] as Node), getRenderKind(node['right'] as Node));
    case 'Identifier':
      return node['name'] === 'undefined' ? RENDERS_NOTHING : { text: true, element: false, nothing: false };
    case 'CallExpression': {
      const callee = node['callee'] as Node;
      const property = callee.type === 'MemberExpression' ? (callee['property'] as Node)['name'] : undefined;
      // Elements from a list may be added or removed.
      return property === 'map' || property === 'flatMap'
        ? { text: false, element: true, nothing: true }
        : RENDERS_TEXT;
    }
    default:
      return RENDERS_TEXT;
  }
}

/** Returns true if a node always renders text. A variable does not count, because it may hold elements. */
const isCertainText = (node: Node): boolean => {
  const expression = node.type === 'JSXExpressionContainer' ? (node['expression'] as Node) : node;
  return getRenderKind(node).text && !/^(Identifier|MemberExpression)$/.test(expression.type);
};

/** Returns true if an update may change the number or the kind of the nodes that `node` renders. */
const canVary = (node: Node): boolean => {
  const { text, element, nothing } = getRenderKind(node);
  if (Number(text) + Number(element) + Number(nothing) > 1) return true;
  const expression = node.type === 'JSXExpressionContainer' ? (node['expression'] as Node) : node;
  // A conditional between elements of different types replaces one with the other. A conditional between two texts
  // only changes the text.
  return expression.type === 'ConditionalExpression' && element && !isSameElement(expression);
};

const getOpeningElement = (node: Node) => node['openingElement'] as Node;
const getTag = (node: Node): unknown =>
  node.type === 'JSXElement' ? (getOpeningElement(node)['name'] as Node)['name'] : undefined;
const isSameElement = (conditional: Node): boolean => {
  const [one, other] = [getTag(conditional['consequent'] as Node), getTag(conditional['alternate'] as Node)];
  return one !== undefined && one === other;
};

const getKey = (node: Node): unknown => {
  const attributes = getOpeningElement(node)['attributes'] as Node[];
  const key = attributes.find(({ type, name }) => type === 'JSXAttribute' && (name as Node)['name'] === 'key');
  return (key?.['value'] as Node | undefined)?.['value'];
};

/**
 * Describes an element's content as React compares it: which children are text, and which are elements of what type.
 */
function describeContent(node: Node): string {
  if (node.type !== 'JSXElement') return getRenderKind(node).element ? 'expression' : 'text';
  const children = listFlatChildren(node).map(describeContent);
  return `${String(getTag(node))}(${children.join(',')})`;
}

/**
 * Returns true if an element or one of its descendants has text next to other content. React adds and removes such
 * text separately.
 */
const hasMixedText = (node: Node): boolean => {
  if (node.type !== 'JSXElement') return false;
  const children = listFlatChildren(node);
  return (children.length > 1 && children.some((child) => getRenderKind(child).text)) || children.some(hasMixedText);
};

/** Returns true if React would turn one element into the other by adding or removing text nodes. */
const isConfusable = (one: Node, other: Node): boolean =>
  getTag(one) !== undefined &&
  getTag(one) === getTag(other) &&
  getKey(one) === getKey(other) &&
  (hasMixedText(one) || hasMixedText(other)) &&
  describeContent(one) !== describeContent(other);

/** Returns the JSX elements that an expression may evaluate to. */
const listBranches = (value: unknown): Node[] => {
  if (!isNode(value)) return [];
  if (value.type === 'ConditionalExpression')
    return [...listBranches(value['consequent']), ...listBranches(value['alternate'])];
  if (value.type === 'LogicalExpression') return listBranches(value['right']);
  if (value.type === 'ParenthesizedExpression' || value.type === 'JSXExpressionContainer')
    return listBranches(value['expression']);
  return value.type === 'JSXElement' ? [value] : [];
};

/** Returns the JSX elements that a function returns, ignoring functions nested in it. */
function listReturnedValues(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(listReturnedValues);
  if (!isNode(value) || isFunction(value) || value.type.startsWith('JSX')) return [];
  if (value.type === 'ReturnStatement') return listBranches(value['argument']);
  return Object.entries(value).flatMap(([name, each]) => (name === 'parent' ? [] : listReturnedValues(each)));
}
const isFunction = (node: Node) => /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

export function checkTranslation(path: string, text: string): TranslationProblem[] {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const problems: TranslationProblem[] = [];
  const report = (node: Node, message: string) =>
    problems.push({ line: text.slice(0, node.start).split('\n').length, message });

  const visit = (value: unknown, parent?: Node): void => {
    if (Array.isArray(value)) return value.forEach((each) => visit(each, parent));
    if (!isNode(value)) return undefined;
    if (value.type === 'JSXElement') checkChildren(value);
    if (value.type === 'JSXExpressionContainer') checkAlternatives(listBranches(value));
    if (isFunction(value)) {
      const body = value['body'] as Node;
      checkAlternatives(body.type === 'BlockStatement' ? listReturnedValues(body) : listBranches(body));
    }
    if (value.type === 'JSXFragment' && parent?.type !== 'JSXElement' && parent?.type !== 'JSXFragment')
      checkFragment(value, parent);
    for (const [name, each] of Object.entries(value)) if (name !== 'parent') visit(each, value);
    return undefined;
  };

  const checkChildren = (element: Node): void => {
    const children = listFlatChildren(element);
    children.forEach((child, at) => {
      if (!canVary(child)) return;
      if (getRenderKind(child).text && children.length > 1)
        report(child, 'text that comes and goes beside other content belongs in an element of its own');
      const next = children[at + 1];
      if (next !== undefined && getRenderKind(child).element && getRenderKind(next).text)
        report(child, 'text after an element that comes and goes belongs in an element of its own');
    });
  };

  const checkAlternatives = (elements: readonly Node[]): void => {
    elements.forEach((one, at) => {
      if (elements.slice(0, at).some((other) => isConfusable(one, other)))
        report(one, "elements of one type that take each other's place, with different text, need different keys");
    });
  };

  const checkFragment = (fragment: Node, parent: Node | undefined): void => {
    // Skip fragments in JSX expressions. Only those in a return statement, or in a branch of one, are checked.
    if (parent?.type === 'JSXExpressionContainer') return;
    if (listFlatChildren(fragment).some(isCertainText))
      report(fragment, 'a fragment with text that a function returns or passes on belongs in an element');
  };

  visit(program);
  return problems;
}

if (import.meta.main)
  reportProblems(
    'Translation',
    readSources('apps/web/src', /(?<!\.spec)\.tsx$/).flatMap(({ path, text }) =>
      checkTranslation(path, text).map((problem) => ({ path, ...problem })),
    ),
    'browsers can translate every page.',
  );
