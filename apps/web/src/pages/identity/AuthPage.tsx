/** /auth: sign-in and registration on one page, for visitors who were redirected here by another page. */
import { PRODUCT_NAME } from '@marquee/brand';
import { Tabs } from '@mantine/core';
import { useSearchParams } from 'react-router-dom';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { redirectSignedInUser } from '../../features/identity/auth/returnPath.ts';
import { SignInProblemCallout } from '../../features/identity/auth/SignInProblemCallout.tsx';
import { SignInForm } from '../../features/identity/auth/SignInForm.tsx';
import { SignUpForm } from '../../features/identity/auth/SignUpForm.tsx';
import { getAccountType, findOrderPerson } from '../../features/booking/orders/orderDraft.ts';
import { paths } from '../../paths.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';

export const loader = redirectSignedInUser;

const TITLES = { signin: 'Sign in to continue', signup: 'Create an account to continue' };

export function Page() {
  const [params, setParams] = useSearchParams();
  const mode = params.get('mode') === 'signup' ? 'signup' : 'signin';
  const next = params.get('next');

  const choose = (chosen: string | null) =>
    setParams({ ...(chosen === 'signup' && { mode: 'signup' }), ...(next !== null && { next }) }, { replace: true });

  return (
    <AuthScreen
      showsFee
      title={next === null ? `Welcome to ${PRODUCT_NAME}` : TITLES[mode]}
      description={next === null ? 'Sign in or create an account.' : 'You then continue where you left off.'}
    >
      <PageMeta
        title={mode === 'signup' ? 'Sign Up' : 'Sign In or Sign Up'}
        description="Sign in or create an account as a creator who sells services or a brand that books them."
        canonical={paths.auth()}
      />
      <SignInProblemCallout problem={params.get('problem')} />
      <Tabs value={mode} onChange={choose} keepMounted={false}>
        <Tabs.List grow mb="lg">
          <Tabs.Tab value="signin">Sign In</Tabs.Tab>
          <Tabs.Tab value="signup">Sign Up</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="signin">
          <SignInForm next={next} />
        </Tabs.Panel>
        <Tabs.Panel value="signup">
          <SignUpForm next={next} userType={getAccountType(next)} known={() => findOrderPerson(next)} />
        </Tabs.Panel>
      </Tabs>
    </AuthScreen>
  );
}
