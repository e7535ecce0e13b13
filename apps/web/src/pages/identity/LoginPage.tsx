import { PRODUCT_NAME } from '@marquee/brand';
import { useSearchParams } from 'react-router-dom';
import { AuthScreen } from '../../features/identity/auth/AuthScreen.tsx';
import { redirectSignedInUser } from '../../features/identity/auth/returnPath.ts';
import { SignInForm } from '../../features/identity/auth/SignInForm.tsx';
import { paths } from '../../paths.ts';
import { PageMeta } from '../../ui/PageMeta.tsx';

export const loader = redirectSignedInUser;

export function Page() {
  const [params] = useSearchParams();
  const next = params.get('next');
  return (
    <AuthScreen showsFee title="Sign In" description={`Sign in to your ${PRODUCT_NAME} account.`}>
      <PageMeta
        title="Sign In"
        description="Sign in to your creator or brand account to see your bookings, packages and payments."
        canonical={paths.login()}
      />
      <SignInForm next={next} startsWithSecondStep={params.get('step') === '2'} />
    </AuthScreen>
  );
}
