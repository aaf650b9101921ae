import sys
sys.path.insert(0,'.'); sys.path.insert(0,'/tmp')
from load import cases
want=set(sys.argv[2:])
for r in cases(sys.argv[1]):
    if r['id'] in want:
        print(r['id'], r['class'], r['outcome'], r['reason'], r.get('fault'), r.get('stderr','')[:200]); print('  ', r['input']); print('   expect', str(r['expect'])[:900]); print('   answer', str(r.get('answer'))[:900])
