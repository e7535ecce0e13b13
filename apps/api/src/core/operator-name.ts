import { isOperatorName } from '@marquee/validation';
import type { Deps } from './deps.ts';
import { Failure } from './failures.ts';

/** Throws NAME_RESERVED if the name of a person or workspace is that of the operator (COMPANY_NAME). */
export function assertNotOperatorName({ env }: Pick<Deps, 'env'>, name: string): void {
  if (isOperatorName(name, env.COMPANY_NAME)) throw new Failure('NAME_RESERVED');
}
