// HTML's named entities for letters, digits, marks, spaces and what is not seen: code points, then names. Written by
// scripts/entities.mjs.
export const entityTable =
  "c6=AElig c1=Aacute 102=Abreve c2=Acirc 410=Acy 1d504=Afr c0=Agrave 391=Alpha 100=Amacr 104=Aogon 1d538=Aopf " +
  "2061=ApplyFunction,af c5=Aring,angst 1d49c=Ascr c3=Atilde c4=Auml 411=Bcy 212c=Bernoullis,Bscr,bernou 392=Beta " +
  "1d505=Bfr 1d539=Bopf 2d8=Breve,breve 427=CHcy 106=Cacute 2145=CapitalDifferentialD,DD 212d=Cayleys,Cfr " +
  "10c=Ccaron c7=Ccedil 108=Ccirc 10a=Cdot b8=Cedilla,cedil 3a7=Chi 2102=Copf,complexes 1d49e=Cscr 402=DJcy " +
  "405=DScy 40f=DZcy 10e=Dcaron 414=Dcy 394=Delta 1d507=Dfr b4=DiacriticalAcute,acute 2d9=DiacriticalDot,dot " +
  "2dd=DiacriticalDoubleAcute,dblac 2dc=DiacriticalTilde,tilde 2146=DifferentialD,dd 1d53b=Dopf " +
  "a8=Dot,DoubleDot,die,uml 20dc=DotDot 311=DownBreve 1d49f=Dscr 110=Dstrok 14a=ENG d0=ETH c9=Eacute 11a=Ecaron " +
  "ca=Ecirc 42d=Ecy 116=Edot 1d508=Efr c8=Egrave 112=Emacr 118=Eogon 1d53c=Eopf 395=Epsilon 2130=Escr,expectation " +
  "397=Eta cb=Euml 2147=ExponentialE,ee,exponentiale 424=Fcy 1d509=Ffr 1d53d=Fopf 2131=Fouriertrf,Fscr 403=GJcy " +
  "393=Gamma 3dc=Gammad 11e=Gbreve 122=Gcedil 11c=Gcirc 413=Gcy 120=Gdot 1d50a=Gfr 1d53e=Gopf 1d4a2=Gscr " +
  "42a=HARDcy 2c7=Hacek,caron 124=Hcirc 210c=Hfr,Poincareplane 210b=HilbertSpace,Hscr,hamilt " +
  "210d=Hopf,quaternions 126=Hstrok 415=IEcy 132=IJlig 401=IOcy cd=Iacute ce=Icirc 418=Icy 130=Idot " +
  "2111=Ifr,Im,image,imagpart cc=Igrave 12a=Imacr 2148=ImaginaryI,ii 2063=InvisibleComma,ic " +
  "2062=InvisibleTimes,it 12e=Iogon 1d540=Iopf 399=Iota 2110=Iscr,imagline 128=Itilde 406=Iukcy cf=Iuml 134=Jcirc " +
  "419=Jcy 1d50d=Jfr 1d541=Jopf 1d4a5=Jscr 408=Jsercy 404=Jukcy 425=KHcy 40c=KJcy 39a=Kappa 136=Kcedil 41a=Kcy " +
  "1d50e=Kfr 1d542=Kopf 1d4a6=Kscr 409=LJcy 139=Lacute 39b=Lambda 2112=Laplacetrf,Lscr,lagran 13d=Lcaron " +
  "13b=Lcedil 41b=Lcy 1d50f=Lfr 1d543=Lopf 141=Lstrok 41c=Mcy 205f=MediumSpace 2133=Mellintrf,Mscr,phmmat " +
  "1d510=Mfr 1d544=Mopf 39c=Mu 40a=NJcy 143=Nacute 147=Ncaron 145=Ncedil 41d=Ncy " +
  "200b=NegativeMediumSpace,NegativeThickSpace,NegativeThinSpace,NegativeVeryThinSpace,ZeroWidthSpace 1d511=Nfr " +
  "2060=NoBreak a0=NonBreakingSpace,nbsp 2115=Nopf,naturals 1d4a9=Nscr d1=Ntilde 39d=Nu 152=OElig d3=Oacute " +
  "d4=Ocirc 41e=Ocy 150=Odblac 1d512=Ofr d2=Ograve 14c=Omacr 3a9=Omega,ohm 39f=Omicron 1d546=Oopf 1d4aa=Oscr " +
  "d8=Oslash d5=Otilde d6=Ouml 203e=OverBar,oline 41f=Pcy 1d513=Pfr 3a6=Phi 3a0=Pi 2119=Popf,primes 1d4ab=Pscr " +
  "3a8=Psi 1d514=Qfr 211a=Qopf,rationals 1d4ac=Qscr 154=Racute 158=Rcaron 156=Rcedil 420=Rcy " +
  "211c=Re,Rfr,real,realpart 3a1=Rho 211d=Ropf,reals 211b=Rscr,realine 429=SHCHcy 428=SHcy 42c=SOFTcy 15a=Sacute " +
  "160=Scaron 15e=Scedil 15c=Scirc 421=Scy 1d516=Sfr 3a3=Sigma 1d54a=Sopf 1d4ae=Sscr de=THORN 2122=TRADE,trade " +
  "40b=TSHcy 426=TScy 3a4=Tau 164=Tcaron 162=Tcedil 422=Tcy 1d517=Tfr 398=Theta 205f+200a=ThickSpace " +
  "2009=ThinSpace,thinsp 1d54b=Topf 20db=TripleDot,tdot 1d4af=Tscr 166=Tstrok da=Uacute 40e=Ubrcy 16c=Ubreve " +
  "db=Ucirc 423=Ucy 170=Udblac 1d518=Ufr d9=Ugrave 16a=Umacr 172=Uogon 1d54c=Uopf 3d2=Upsi,upsih 3a5=Upsilon " +
  "16e=Uring 1d4b0=Uscr 168=Utilde dc=Uuml 412=Vcy 200a=VeryThinSpace,hairsp 1d519=Vfr 1d54d=Vopf 1d4b1=Vscr " +
  "174=Wcirc 1d51a=Wfr 1d54e=Wopf 1d4b2=Wscr 1d51b=Xfr 39e=Xi 1d54f=Xopf 1d4b3=Xscr 42f=YAcy 407=YIcy 42e=YUcy " +
  "dd=Yacute 176=Ycirc 42b=Ycy 1d51c=Yfr 1d550=Yopf 1d4b4=Yscr 178=Yuml 416=ZHcy 179=Zacute 17d=Zcaron 417=Zcy " +
  "17b=Zdot 396=Zeta 2128=Zfr,zeetrf 2124=Zopf,integers 1d4b5=Zscr e1=aacute 103=abreve e2=acirc 430=acy e6=aelig " +
  "1d51e=afr e0=agrave 2135=alefsym,aleph 3b1=alpha 101=amacr 105=aogon 1d552=aopf e5=aring 1d4b6=ascr e3=atilde " +
  "e4=auml 431=bcy 3b2=beta 2136=beth 1d51f=bfr 1d553=bopf 1d4b7=bscr 107=cacute 10d=ccaron e7=ccedil 109=ccirc " +
  "10b=cdot 1d520=cfr 447=chcy 3c7=chi 2c6=circ 24c8=circledS,oS 1d554=copf 1d4b8=cscr 2138=daleth 10f=dcaron " +
  "434=dcy 3b4=delta 1d521=dfr 3dd=digamma,gammad 452=djcy 1d555=dopf 1d4b9=dscr 455=dscy 111=dstrok 45f=dzcy " +
  "e9=eacute 11b=ecaron ea=ecirc 44d=ecy 117=edot 1d522=efr e8=egrave 2113=ell 113=emacr 2003=emsp 2004=emsp13 " +
  "2005=emsp14 14b=eng 2002=ensp 119=eogon 1d556=eopf 3b5=epsi,epsilon 3f5=epsiv,straightepsilon,varepsilon " +
  "212f=escr 3b7=eta f0=eth eb=euml 444=fcy fb03=ffilig fb00=fflig fb04=ffllig 1d523=ffr fb01=filig 66+6a=fjlig " +
  "fb02=fllig 192=fnof 1d557=fopf 1d4bb=fscr 1f5=gacute 3b3=gamma 11f=gbreve 11d=gcirc 433=gcy 121=gdot 1d524=gfr " +
  "2137=gimel 453=gjcy 1d558=gopf 210a=gscr 44a=hardcy 210f=hbar,hslash,planck,plankv 125=hcirc 1d525=hfr " +
  "1d559=hopf 1d4bd=hscr 127=hstrok ed=iacute ee=icirc 438=icy 435=iecy 1d526=ifr ec=igrave 133=ijlig 12b=imacr " +
  "131=imath,inodot 1b5=imped 451=iocy 12f=iogon 1d55a=iopf 3b9=iota 1d4be=iscr 129=itilde 456=iukcy ef=iuml " +
  "135=jcirc 439=jcy 1d527=jfr 237=jmath 1d55b=jopf 1d4bf=jscr 458=jsercy 454=jukcy 3ba=kappa 3f0=kappav,varkappa " +
  "137=kcedil 43a=kcy 1d528=kfr 138=kgreen 445=khcy 45c=kjcy 1d55c=kopf 1d4c0=kscr 13a=lacute 3bb=lambda " +
  "13e=lcaron 13c=lcedil 43b=lcy 1d529=lfr 459=ljcy 1d55d=lopf 200e=lrm 1d4c1=lscr 142=lstrok af=macr,strns " +
  "43c=mcy 1d52a=mfr b5=micro 1d55e=mopf 1d4c2=mscr 3bc=mu 144=nacute 149=napos 148=ncaron 146=ncedil 43d=ncy " +
  "1d52b=nfr 45a=njcy 1d55f=nopf 1d4c3=nscr f1=ntilde 3bd=nu 2116=numero 2007=numsp f3=oacute f4=ocirc 43e=ocy " +
  "151=odblac 153=oelig 1d52c=ofr 2db=ogon f2=ograve 14d=omacr 3c9=omega 3bf=omicron 1d560=oopf " +
  "2134=order,orderof,oscr aa=ordf ba=ordm f8=oslash f5=otilde f6=ouml 43f=pcy 1d52d=pfr 3c6=phi " +
  "3d5=phiv,straightphi,varphi 3c0=pi 3d6=piv,varpi 210e=planckh 1d561=popf 1d4c5=pscr 3c8=psi 2008=puncsp " +
  "1d52e=qfr 1d562=qopf 1d4c6=qscr 155=racute 159=rcaron 157=rcedil 440=rcy 1d52f=rfr 3c1=rho 3f1=rhov,varrho " +
  "2da=ring 200f=rlm 1d563=ropf 1d4c7=rscr 15b=sacute 161=scaron 15f=scedil 15d=scirc 441=scy 1d530=sfr " +
  "449=shchcy 448=shcy ad=shy 3c3=sigma 3c2=sigmaf,sigmav,varsigma 44c=softcy 1d564=sopf 1d4c8=sscr b9=sup1 " +
  "b2=sup2 b3=sup3 df=szlig 3c4=tau 165=tcaron 163=tcedil 442=tcy 1d531=tfr 3b8=theta " +
  "3d1=thetasym,thetav,vartheta fe=thorn 1d565=topf 1d4c9=tscr 446=tscy 45b=tshcy 167=tstrok fa=uacute 45e=ubrcy " +
  "16d=ubreve fb=ucirc 443=ucy 171=udblac 1d532=ufr f9=ugrave 16b=umacr 173=uogon 1d566=uopf 3c5=upsi,upsilon " +
  "16f=uring 1d4ca=uscr 169=utilde fc=uuml 432=vcy 1d533=vfr 1d567=vopf 1d4cb=vscr 175=wcirc 1d534=wfr 1d568=wopf " +
  "1d4cc=wscr 1d535=xfr 3be=xi 1d569=xopf 1d4cd=xscr fd=yacute 44f=yacy 177=ycirc 44b=ycy 1d536=yfr 457=yicy " +
  "1d56a=yopf 1d4ce=yscr 44e=yucy ff=yuml 17a=zacute 17e=zcaron 437=zcy 17c=zdot 3b6=zeta 1d537=zfr 436=zhcy " +
  "1d56b=zopf 1d4cf=zscr 200d=zwj 200c=zwnj";
